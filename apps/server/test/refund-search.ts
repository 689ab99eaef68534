import type { Network, Refund } from '@stablegate/contract';
import { sql } from 'kysely';
import { startTestApp, type TestApp } from './app';
import { startTestChain } from './parts/chain';
import { startRpcProxy } from './parts/rpc-proxy';
import { checkRefundsNow, OVER, overpaidInvoice, type Paid, planned } from './refunds';
import { rawOf } from './shop';
import { newEvmKey } from './wallet-keys';

export type Own = Paid & { readonly network: Network; readonly own: string };

/** An application whose nodes are behind proxies: one of BEP20, and two of ERC20, which have to agree. */
export async function startRefundSearch() {
  const chain = await startTestChain();
  const node = await startRpcProxy(chain.url);
  const pair = [await startRpcProxy(chain.url), await startRpcProxy(chain.url)] as const;
  const networks = [
    chain.settings('BEP20', { endpoints: [{ url: node.url }] }),
    chain.settings('ERC20', { endpoints: pair.map(({ url }) => ({ url })), quorum: 2 }),
    ...(['TRON', 'SOLANA'] as const).map((network) => chain.settings(network)),
  ];
  const app = await startTestApp({ networks });
  return {
    app,
    chain,
    node,
    pair,
    overpaid: async (network: Network = 'BEP20', payer = newEvmKey().address): Promise<Own> => {
      const paid = await overpaidInvoice(app, network, payer);
      return { ...paid, network, own: paid.shop.addresses[network] ?? '' };
    },
    planned: (paid: Own): Promise<Refund> => planned(paid, { network: paid.network }),
    /** From the merchant's own address. */
    sendOwn: ({ network, own, payer }: Own, micros = OVER, extra: object = {}) =>
      chain.pay(network, payer, rawOf(network, micros), { owner: own, ...extra }),
    /** As the worker does it, but now. */
    searchNow: async (on: TestApp = app): Promise<void> => {
      await sql`update refunds set search_at = now() - interval '1 hour' where search_at is not null`.execute(on.platform.db.query);
      await on.services.invoices.refunds.search.sweep();
    },
    checkTimes: async (times: number): Promise<void> => {
      for (let check = 0; check < times; check += 1) await checkRefundsNow(app);
    },
    /** No search goes on for other tests' refunds. */
    endAll: () => sql`update refunds set search_at = null`.execute(app.platform.db.query),
  };
}
