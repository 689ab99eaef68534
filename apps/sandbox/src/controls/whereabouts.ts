import { sandboxControlsApi, transferStateSchema } from '@stablegate/contract';
import { formatMicros } from '@stablegate/rules';
import type { Extension } from '@stablegate/server/app';

/** Where the money of a transaction went, read from the production tables, so that the test panel shows what really happened. */
export const whereaboutsExtension: Extension = (route, { services: { chains }, platform: { db } }) => {
  route(sandboxControlsApi.whereabouts, async ({ params: { txHash }, query: { network, blockHeight } }) => {
    const bare = txHash.replace(/^0x/, '');
    // Read first: a block read by then has its rows.
    const status = (await chains.networkStatus()).find((each) => each.network === network);
    const rows = await db.query
      .selectFrom('transfers')
      .leftJoin('invoice_transfers', 'invoice_transfers.transfer_id', 'transfers.id')
      .leftJoin('invoices', 'invoices.id', 'invoice_transfers.invoice_id')
      .where('transfers.network', '=', network)
      .where('transfers.tx_hash', 'in', [bare, `0x${bare}`])
      .orderBy('transfers.id')
      .select(['transfers.amount', 'transfers.state', 'invoices.trans_id'])
      .execute();
    return {
      isRead: (status?.blockHeight ?? -1) >= blockHeight,
      transfers: rows.map(({ amount, state, trans_id }) => ({
        amount: formatMicros(amount),
        state: transferStateSchema.parse(state),
        transId: trans_id,
      })),
    };
  });
};
