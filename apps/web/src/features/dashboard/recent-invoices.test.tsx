// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../../../packages/ui/test/render';
import { RecentInvoices } from './recent-invoices';

/** As specification 2, section 3, has it, with the name of the store as `merchant`. */
const INVOICE = {
  ...{ id: '1', transId: 'abcdefghijklmnopqrstuvwxyz', name: 'Order 1', description: null, amount: '7.770000', feeAmount: '0.038850' },
  ...{ status: 'SUCCESS', merchant: 'Tea house', createdAt: '2026-11-14T10:22:00+07:00', expiresAt: '2026-11-14T10:37:00+07:00' },
};

async function shown(answer: unknown): Promise<string> {
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(answer));
  await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <RecentInvoices />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(document.querySelector('[aria-busy=true], .skeleton')).toBeNull());
  return document.body.textContent ?? '';
}

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

test.each([
  ['a plain array', [INVOICE]],
  ['a page', { content: [INVOICE], totalElements: 1 }],
])('shows %s with the currency and the store of each invoice', async (_form, answer) => {
  const text = await shown(answer);
  expect(text).toContain('Order 1');
  expect(text).toMatch(/7\.7700\sUSDT/);
  expect(text).toContain('Tea house');
  expect(text).not.toContain('not charged');
});

test('says so where the answer is no list', async () => {
  expect(await shown({ status: 'success' })).toContain('Your invoices could not be loaded');
});

test.each([
  ['a description', 'description'],
  ['a time', 'createdAt'],
  ['a fee', 'feeAmount'],
  ['an amount', 'amount'],
])('shows an invoice without %s', async (_what, field) => {
  const text = await shown([{ ...INVOICE, [field]: undefined }]);
  expect(text).toContain('Order 1');
  expect(text).not.toMatch(/undefined|NaN|Invalid/);
});

test('shows no fee of an invoice that is not paid', async () => {
  expect(await shown([{ ...INVOICE, feeAmount: '0.0625', status: 'EXPIRED' }])).not.toContain('0.0625');
  expect(document.body.textContent).toContain('0.000000');
});
