// @vitest-environment happy-dom
import type { InvoiceDetails } from '@stablegate/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { find, render } from '../../../../../../packages/ui/test/render';
import { INVOICES_KEY } from '../../../lib/api/invoices.queries';
import { NewInvoiceDialog } from './new-invoice-dialog';

const MADE = {
  transId: 'k7qm2xzp4lw8',
  url_payment: 'https://gate.example/bill/k7qm2xzp4lw8',
  payable: '10.0500',
  expiresAt: '2026-11-18T09:00:00Z',
};
const STORE = { id: 's1', name: 'Tea house', merchantId: 'm-1', apiKey: 'sk_1', status: 'Active', hasAddress: true };

let state: Partial<InvoiceDetails>;
let client: QueryClient;
const readsOfInvoice = () => vi.mocked(window.fetch).mock.calls.filter(([input]) => String(input).includes(MADE.transId)).length;

let store = STORE;

beforeEach(() => {
  store = STORE;
  state = { status: 'WAITING' };
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    if (init?.method === 'POST') return Response.json(MADE, { status: 201 });
    if (String(input).endsWith('/store')) return Response.json([store]);
    return Response.json({ id: 'i1', transId: MADE.transId, payable: MADE.payable, expiresAt: MADE.expiresAt, flags: [], ...state });
  });
});
afterEach(() => void vi.restoreAllMocks());

const write = (selector: string, value: string) =>
  act(async () => {
    const input = find<HTMLInputElement>(selector);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
const dialog = (open: boolean) => (
  <QueryClientProvider client={client}>
    <MemoryRouter>
      <NewInvoiceDialog open={open} onClose={() => undefined} />
    </MemoryRouter>
  </QueryClientProvider>
);
const text = () => find('[role=dialog]').textContent ?? '';

async function make() {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await render(dialog(true));
  await vi.waitFor(() => find('input[name=amount]'));
  await write('input[name=amount]', '10');
  await write('input[name=name]', 'Order 7');
  expect(readsOfInvoice()).toBe(0);
  await act(async () => find<HTMLFormElement>('form').requestSubmit());
  await vi.waitFor(() => expect(text()).toContain('Send it to your customer'));
  expect(text()).toContain('Payable until');
}
/** What the next read of the app finds. */
const become = (next: Partial<InvoiceDetails>) =>
  act(async () => {
    state = next;
    await client.invalidateQueries({ queryKey: [...INVOICES_KEY, 'one'] });
  });

test.each<[what: string, next: Partial<InvoiceDetails>, said: string]>([
  ['is seen', { status: 'PROCESSING' }, 'Payment seen.'],
  ['is paid', { status: 'SUCCESS', paid: '10.0500' }, 'Payment confirmed.'],
  ['is paid twice', { status: 'SUCCESS', flags: ['paidOver'], paid: '20.1' }, 'Payment confirmed.'],
  ['expires', { status: 'EXPIRED' }, 'Invoice expired.'],
  ['is cancelled', { status: 'EXPIRED', flags: ['cancelled'] }, 'Invoice cancelled.'],
  ['fails', { status: 'FAILED' }, 'Payment failed.'],
])('the payment link is no longer offered once its invoice %s', async (_what, next, said) => {
  await make();
  await become(next);
  await vi.waitFor(() => expect(text()).toContain(said));
  expect(text()).not.toMatch(/Send it to your customer|Payable until|below/);
  expect(document.querySelector('[role=dialog] input')).toBeNull();
  expect(find('[role=dialog] a[href="/invoice-details/k7qm2xzp4lw8"]').textContent).toBe('View invoice');
});

test('the ended invoice is named, and the list behind is read again', async () => {
  await make();
  const list = [...INVOICES_KEY, 'list', {}];
  client.setQueryData(list, { content: [], totalElements: 0 });
  await become({ status: 'SUCCESS', name: 'Order 7', paid: '10.0500' });
  await vi.waitFor(() => expect(text()).toContain('Order 7'));
  expect(find('[role=dialog] .money').textContent).toContain('10.0500');
  expect(client.getQueryState(list)?.isInvalidated).toBe(true);
});

test('of a partly paid invoice the rest is asked for', async () => {
  await make();
  await become({ status: 'WAITING', flags: ['paidPartial'], paid: '9', due: '1.0500', dueExact: true });
  await vi.waitFor(() => expect(text()).toContain('Partly paid.'));
  expect(find('.payment-link .money').textContent).toContain('1.0500');
  expect(text()).toContain('Payable until');
});

test('an invoice that cannot be read keeps its link', async () => {
  await make();
  vi.mocked(window.fetch).mockRejectedValue(new TypeError('Failed to fetch'));
  await act(async () => void (await client.invalidateQueries({ queryKey: INVOICES_KEY })));
  expect(text()).toContain('Send it to your customer');
});

test('a merchant without an address leads to where one is added', async () => {
  store = { ...STORE, hasAddress: false };
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await render(dialog(true));
  await vi.waitFor(() => expect(text()).toContain('This merchant has no receiving address yet.'));
  expect(find<HTMLAnchorElement>('[role=dialog] a.link').getAttribute('href')).toBe(`/manage-merchant?id=${STORE.id}&tab=addresses`);
});
