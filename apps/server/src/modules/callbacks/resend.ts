import type { Tx } from '../../platform/db/db';
import type { InvoiceId } from '../../platform/id-types';
import type { RateLimiter } from '../../platform/net/rate-limiter';
import type { CallbackDeps } from './callbacks.deps';
import { type LastDelivery, lockLastDeliveries, makeDueAgain } from './callbacks.queries';

/**
 * At every endpoint. `limited`: their last event could be sent again, but not now; `tooOld`: its body is no longer kept. Invoices without an
 * event are in none of them.
 */
export type Resent = { readonly sent: readonly InvoiceId[]; readonly limited: readonly InvoiceId[]; readonly tooOld: readonly InvoiceId[] };

/** In the order of the rules, so that a refused retry of one delivery takes nothing from its store. */
export async function isWithinLimits(limiter: RateLimiter, { id, storeId, url }: LastDelivery): Promise<boolean> {
  return (
    (await limiter.allows('resend-callback', id)) &&
    (await limiter.allows('resend-of-store', storeId)) &&
    (await limiter.allows('resend-to-host', new URL(url).hostname))
  );
}

export async function resendLast(deps: CallbackDeps, tx: Tx, invoiceIds: readonly InvoiceId[]): Promise<Resent> {
  const again: LastDelivery[] = [];
  const limited = new Set<InvoiceId>();
  const tooOld = new Set<InvoiceId>();
  for (const delivery of await lockLastDeliveries(tx, invoiceIds)) {
    if (delivery.isEmptied) tooOld.add(delivery.invoiceId);
    else if (await isWithinLimits(deps.limiter, delivery)) again.push(delivery);
    else limited.add(delivery.invoiceId);
  }
  const now = deps.clocks.business.now();
  const ids = again.map(({ id }) => id);
  if (ids.length > 0) await makeDueAgain(tx, ids, now);
  const sent = new Set(again.map(({ invoiceId }) => invoiceId));
  const notSent = (invoices: ReadonlySet<InvoiceId>): InvoiceId[] => [...invoices].filter((id) => !sent.has(id));
  return { sent: [...sent], limited: notSent(limited), tooOld: notSent(tooOld) };
}
