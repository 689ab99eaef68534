// @vitest-environment happy-dom
import type { InvoiceDetails, Refund } from '@stablegate/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { click, find, render } from '../../../../../../packages/ui/test/render';
import { networkFactsQuery } from '../../../lib/api/stores.queries';
import { SendRefund } from './send-refund';

const invoice = { transId: 'tx1' } as InvoiceDetails;
const planned: Refund = {
  id: 'ref_1',
  network: 'BEP20',
  amount: '7.500000',
  toAddress: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063',
  reason: 'overpaid',
  status: 'planned',
  createdAt: '2026-11-01T08:00:00.000Z',
  txHash: null,
  problem: null,
  fromAddress: null,
  blockNumber: null,
  blockTime: null,
  confirmations: null,
  confirmationsNeeded: null,
  confirmedAt: null,
  searchedUntil: null,
};

async function show(refund: Refund) {
  const client = new QueryClient();
  client.setQueryData(networkFactsQuery.queryKey, []);
  const page = (shown: Refund) => (
    <QueryClientProvider client={client}>
      <SendRefund invoice={invoice} refund={shown} />
    </QueryClientProvider>
  );
  const { rerender } = await render(page(refund));
  return { becomes: (changed: Refund) => rerender(page(changed)) };
}

const HASH = `0x${'5d'.repeat(32)}`;
const REFUSED = 'This transaction sent another amount to the address of this refund.';
const field = () => find<HTMLInputElement>('form input');

const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });

afterEach(() => {
  vi.restoreAllMocks();
});

test('a planned refund shows what to send', async () => {
  await show(planned);
  expect(find('.refund-qr')).toBeTruthy();
});

test('one whose transaction is known shows nothing to scan or send, and can still be corrected', async () => {
  await show({ ...planned, txHash: HASH });
  expect(document.querySelector('.refund-qr')).toBeNull();
  expect(document.body.textContent).not.toContain('Send exactly');
  expect(find('form [type=submit]').textContent).toBe('Check transaction');
});

test('a hash refused at once stays in the field, though the refund had it for a moment', async () => {
  let answer: (refusal: Response) => void = () => undefined;
  vi.spyOn(window, 'fetch').mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const refund = await show(planned);
  await type(HASH);
  await click('form [type=submit]');
  await refund.becomes({ ...planned, txHash: HASH }); // read while the nodes are asked
  await act(async () => answer(Response.json({ status: 'error', code: 'refund_of_other_amount', message: REFUSED }, { status: 422 })));
  await refund.becomes({ ...planned, problem: 'refund_of_other_amount' });
  await vi.waitFor(() => expect(document.body.textContent).toContain(REFUSED));
  expect(field().value).toBe(HASH);
  expect(document.body.textContent?.split(REFUSED)).toHaveLength(2); // said once
});

test('a hash refused after a while stays in the field until it is changed', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ ...planned, txHash: HASH }));
  const refund = await show(planned);
  await type(HASH);
  await click('form [type=submit]');
  await refund.becomes({ ...planned, txHash: HASH });
  await refund.becomes({ ...planned, problem: 'refund_of_other_amount' });
  expect(document.body.textContent).toContain(REFUSED);
  expect(field().value).toBe(HASH);
  await type('0x01');
  expect(field().value).toBe('0x01');
  expect(document.body.textContent).not.toContain(REFUSED); // it was about the other one
});

test('while another hash is checked, nothing is said of the refused one', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  await show({ ...planned, problem: 'refund_of_other_amount' });
  expect(document.body.textContent).toContain(REFUSED); // named before the page was opened
  await type(HASH);
  await click('form [type=submit]');
  await vi.waitFor(() => expect(document.body.textContent).not.toContain(REFUSED));
});
