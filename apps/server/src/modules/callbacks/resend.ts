import type { Tx } from '../../platform/db/db';
import type { InvoiceId } from '../../platform/id-types';
import type { LimitRule, RateLimiter } from '../../platform/net/rate-limiter';
import type { CallbackDeps } from './callbacks.deps';
import { type LastDelivery, lockLastDeliveries, makeDueAgain } from './callbacks.queries';

/** The merchant chooses the receiver: enough for a shop that was down for a day, too few to flood a third party. */
const BY_DELIVERY: LimitRule = { name: 'callback-retry-delivery', points: 5, seconds: 300 };
const BY_STORE: LimitRule = { name: 'callback-retry-store', points: 1_000, seconds: 3_600 };
/** All stores together. */
const BY_HOST: LimitRule = { name: 'callback-retry-host', points: 2_000, seconds: 3_600 };

/** `limited`: their last event could be sent again, but not now. Invoices without an event are in neither list. */
export type Resent = { readonly sent: readonly InvoiceId[]; readonly limited: readonly InvoiceId[] };

/** In the order of the rules, so that a refused retry of one delivery takes nothing from its store. */
async function isWithinLimits(limiter: RateLimiter, { id, storeId, url }: LastDelivery): Promise<boolean> {
  return (
    (await limiter.allows(BY_DELIVERY, id)) &&
    (await limiter.allows(BY_STORE, storeId)) &&
    (await limiter.allows(BY_HOST, new URL(url).hostname))
  );
}

export async function resendLast(deps: CallbackDeps, tx: Tx, invoiceIds: readonly InvoiceId[]): Promise<Resent> {
  const again: LastDelivery[] = [];
  const limited: InvoiceId[] = [];
  for (const delivery of await lockLastDeliveries(tx, invoiceIds)) {
    if (await isWithinLimits(deps.limiter, delivery)) again.push(delivery);
    else limited.push(delivery.invoiceId);
  }
  const now = deps.clocks.business.now();
  if (again.length > 0)
    await makeDueAgain(
      tx,
      again.map(({ id }) => id),
      now,
    );
  return { sent: again.map(({ invoiceId }) => invoiceId), limited };
}
