import { recordWork } from '../../platform/audit';
import type { Tx } from '../../platform/db/db';
import type { InvoiceId } from '../../platform/id-types';
import type { RateLimiter } from '../../platform/net/rate-limiter';
import { noteNothingChanged } from '../../platform/request-author';
import { eventIdOf, findOutdatedEvents, type InvoiceRecord, lockInvoices, namesOf } from '../invoices/invoices.service';
import type { CallbackDeps } from './callbacks.deps';
import { type LastDelivery, type LockedDelivery, lockLastDeliveries, makeDueAgain } from './callbacks.queries';

/**
 * At every endpoint: the last event of an invoice, and earlier ones that were given up, where they still hold. What nothing was sent of is in
 * one of the others. `limited`: not now; `outdated`: a later event made it untrue; `tooOld`: its body is no longer kept. Invoices without an
 * event are in none of them.
 */
export type Resent = Readonly<Record<'sent' | 'limited' | 'outdated' | 'tooOld', readonly InvoiceId[]>>;

/**
 * Ids of events that are not sent again. The invoices stay as they are until the transaction ends: a change that is about to outdate an
 * event cancels what waits of it then, and finds what is sent again.
 */
export async function lockOutdated(
  tx: Tx,
  invoiceIds: readonly InvoiceId[],
): Promise<{ readonly locked: readonly InvoiceRecord[]; readonly outdated: ReadonlySet<string> }> {
  const locked = await lockInvoices(tx, invoiceIds);
  return { locked, outdated: await findOutdatedEvents(tx, invoiceIds) };
}

export async function recordResent(tx: Tx, invoices: readonly InvoiceRecord[]): Promise<void> {
  const [first] = invoices;
  if (first === undefined) return noteNothingChanged();
  const { id: subject, userId } = first;
  await recordWork(tx, { action: 'callback.resent', subject, userId, detail: namesOf(invoices) });
}

export const eventIdOfDelivery = ({ invoiceId, occurrence, event }: Pick<LockedDelivery, 'invoiceId' | 'occurrence' | 'event'>): string =>
  eventIdOf(invoiceId, occurrence, event);

/** In the order of the rules, so that a refused retry of one delivery takes nothing from its store. */
export async function isWithinLimits(limiter: RateLimiter, { id, storeId, url }: LastDelivery): Promise<boolean> {
  return (
    (await limiter.allows('resend-callback', id)) &&
    (await limiter.allows('resend-of-store', storeId)) &&
    (await limiter.allows('resend-to-host', new URL(url).hostname))
  );
}

export async function resendLast(deps: CallbackDeps, tx: Tx, invoiceIds: readonly InvoiceId[]): Promise<Resent> {
  const invoices = {
    sent: new Set<InvoiceId>(),
    limited: new Set<InvoiceId>(),
    outdated: new Set<InvoiceId>(),
    tooOld: new Set<InvoiceId>(),
  };
  const again: LastDelivery[] = [];
  const { locked, outdated } = await lockOutdated(tx, invoiceIds);
  const reasonAgainst = async (delivery: LockedDelivery): Promise<'tooOld' | 'outdated' | 'limited' | undefined> => {
    if (delivery.isEmptied) return 'tooOld';
    if (outdated.has(eventIdOfDelivery(delivery))) return 'outdated';
    return (await isWithinLimits(deps.limiter, delivery)) ? undefined : 'limited';
  };
  for (const delivery of await lockLastDeliveries(tx, invoiceIds)) {
    const reason = await reasonAgainst(delivery);
    if (reason === undefined) again.push(delivery);
    invoices[reason ?? 'sent'].add(delivery.invoiceId);
  }
  const ids = again.map(({ id }) => id);
  if (ids.length > 0) await makeDueAgain(tx, ids, deps.clocks.business.now());
  await recordResent(
    tx,
    locked.filter(({ id }) => invoices.sent.has(id)),
  );
  const notSent = (of: ReadonlySet<InvoiceId>): InvoiceId[] => [...of].filter((id) => !invoices.sent.has(id));
  const { sent, limited, tooOld } = invoices;
  return { sent: [...sent], limited: notSent(limited), outdated: notSent(invoices.outdated), tooOld: notSent(tooOld) };
}
