// @vitest-environment happy-dom
import type { InvoiceDetails, Refund } from '@stablegate/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { find, render } from '../../../../../../packages/ui/test/render';
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
  await render(
    <QueryClientProvider client={client}>
      <SendRefund invoice={invoice} refund={refund} />
    </QueryClientProvider>,
  );
}

test('a planned refund shows what to send', async () => {
  await show(planned);
  expect(find('.refund-qr')).toBeTruthy();
});

test('one whose transaction is known shows nothing to scan or send, and can still be corrected', async () => {
  await show({ ...planned, txHash: `0x${'5d'.repeat(32)}` });
  expect(document.querySelector('.refund-qr')).toBeNull();
  expect(document.body.textContent).not.toContain('Send exactly');
  expect(find('form [type=submit]').textContent).toBe('Check transaction');
});
