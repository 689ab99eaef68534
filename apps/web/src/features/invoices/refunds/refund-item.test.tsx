// @vitest-environment happy-dom
import type { InvoiceDetails, Refund } from '@stablegate/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { find, render } from '../../../../../../packages/ui/test/render';
import { networkFactsQuery } from '../../../lib/api/stores.queries';
import { GUEST, sessionQuery } from '../../../lib/session/session';
import { RefundItem } from './refund-item';

const HASH = `0x${'5d'.repeat(32)}`;
const planned: Refund = {
  ...{ id: 'ref_1', network: 'BEP20', amount: '7.500000', toAddress: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063' },
  ...{ reason: 'overpaid', status: 'planned', createdAt: '2026-11-01T08:00:00.000Z', txHash: null, problem: null, fromAddress: null },
  ...{ blockNumber: null, blockTime: null, confirmations: null, confirmationsNeeded: null, confirmedAt: null, searchedUntil: null },
};

test.each<[what: string, change: Partial<Refund>, badge: string]>([
  ['planned', {}, 'To be sent'],
  ['whose transaction was named and is not found yet', { txHash: HASH }, 'Being checked'],
  // The server has dropped the hash: what it named was not this refund.
  ['whose transaction was refused', { problem: 'refund_of_other_amount' }, 'To be sent'],
  ['in a block', { status: 'seen', txHash: HASH, confirmations: 3, confirmationsNeeded: 15 }, '3 of 15 confirmations'],
  ['confirmed', { status: 'confirmed', txHash: HASH }, 'Refunded'],
  ['cancelled', { status: 'cancelled' }, 'Cancelled'],
  ['cancelled after a transaction was named', { status: 'cancelled', txHash: HASH }, 'Cancelled'],
])('the badge of a refund %s', async (_what, change, badge) => {
  const client = new QueryClient();
  client.setQueryData(networkFactsQuery.queryKey, []);
  client.setQueryData(sessionQuery.queryKey, { ...GUEST, isAuthenticated: true, emailVerified: true, userId: 'u1', accountId: 'u1' });
  await render(
    <QueryClientProvider client={client}>
      <ul>
        <RefundItem invoice={{ transId: 'tx1' } as InvoiceDetails} refund={{ ...planned, ...change }} />
      </ul>
    </QueryClientProvider>,
  );
  expect(find('.refund-line .badge').textContent).toBe(badge);
});
