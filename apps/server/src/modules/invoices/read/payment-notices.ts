import type { PaymentView } from '@stablegate/contract';
import { formatMicros } from '@stablegate/rules';
import { afterCommit, type Tx } from '../../../platform/db/db';
import { toZonedIso } from '../../../platform/db/time-zone';
import type { InvoiceDeps } from '../invoices.deps';
import type { InvoiceRecord } from '../invoices.queries';
import type { Arrival } from '../settle/matching.queries';
import { findTakenBack, listOtherAmounts, markPages } from './payment-notices.queries';

const OTHER_AMOUNTS_MAX = 5;

/** What a payer needs to know besides the invoice's state: a reorged transfer, and amounts that match no invoice. */
export async function readNotices(deps: InvoiceDeps, invoice: InvoiceRecord): Promise<Pick<PaymentView, 'taken_back' | 'other_amounts'>> {
  // After expiry too: a reorged transfer may return and pay the invoice late.
  const isWatched = invoice.status === 'WAITING' || (invoice.status === 'EXPIRED' && invoice.monitorUntil !== null);
  const [takenBack, others] = await Promise.all([
    isWatched ? findTakenBack(deps.db.query, invoice.id) : undefined,
    isWatched ? listOtherAmounts(deps.db.query, invoice, OTHER_AMOUNTS_MAX) : [],
  ]);
  const time = (at: Date): string => toZonedIso(at, deps.timeZone);
  return {
    ...(takenBack === undefined
      ? {}
      : {
          taken_back: {
            network: takenBack.network,
            tx_hash: takenBack.txHash,
            amount: formatMicros(takenBack.amountMicros),
            at: time(takenBack.at),
          },
        }),
    ...(others.length === 0
      ? {}
      : {
          other_amounts: others.map(({ network, amountMicros, at, claimed }) => ({
            amount: formatMicros(amountMicros),
            network,
            seen_at: time(at),
            claimed,
          })),
        }),
  };
}

/** Notifies the pages a transfer may belong to, in the transaction that makes it unmatched or ends that. */
export async function notifyOtherAmounts(deps: InvoiceDeps, tx: Tx, transfers: readonly Arrival[]): Promise<void> {
  for (const transfer of transfers) {
    const pages = await markPages(tx, transfer);
    if (pages.length > 0) afterCommit(tx, () => deps.notifyPages(pages));
  }
}
