import type { CallbackEvent, InvoiceEvent, MerchantEventsQuery } from '@stablegate/contract';
import type { StorePrincipal } from '../../../platform/principal';
import { eventOfType } from '../invoice-events.domain';
import type { InvoiceDeps } from '../invoices.deps';
import { type InvoiceRecord, listByIds } from '../invoices.queries';
import { toEventWire } from './invoice-views';
import { type LoggedChange, listStoreChanges } from './list-events.queries';
import { loggedSince, loggedUntil } from './logged-since';

/** Changes read for one page when only some events are wanted: a rare one makes a short page, not a slow one. */
const SCANNED_MAX = 1_000;

/** The invoice as it was at the change; its terms never change. */
const asItWas = (invoice: InvoiceRecord, { version, payload }: LoggedChange): InvoiceRecord => ({
  ...invoice,
  version,
  status: payload.status,
  flags: payload.flags,
  paidMicros: BigInt(payload.paid),
  refundedMicros: BigInt(payload.refunded ?? '0'),
  network: payload.payment.network,
  fromAddress: payload.payment.fromAddress,
  transHash: payload.payment.transHash,
  paidAt: payload.payment.paidAt === null ? null : new Date(payload.payment.paidAt),
});

export type EventPage = { readonly events: readonly CallbackEvent[]; readonly next: string | null };

/** Newest first; the events of one change in the reverse of the order in which they are sent. */
export async function listStoreEvents(deps: InvoiceDeps, { storeId }: StorePrincipal, query: MerchantEventsQuery): Promise<EventPage> {
  const { type, since, cursor, limit } = query;
  const wanted: InvoiceEvent | undefined = type === undefined ? undefined : eventOfType(type);
  const scanned = await listStoreChanges(deps.db.query, storeId, {
    since: since === undefined ? undefined : loggedSince(new Date(since), deps.clocks),
    before: cursor,
    until: loggedUntil(deps.clocks),
    limit: (wanted === undefined ? limit : SCANNED_MAX) + 1,
  });
  const isMore = scanned.length > (wanted === undefined ? limit : SCANNED_MAX);
  const read = isMore ? scanned.slice(0, -1) : scanned;
  const isAsked = ({ payload }: LoggedChange): boolean =>
    (wanted === undefined || payload.events.includes(wanted)) && (since === undefined || Date.parse(payload.at) >= Date.parse(since));
  const matching = read.filter(isAsked);
  const page = matching.slice(0, limit);
  const invoices = new Map(
    (await listByIds(deps.db.query, [...new Set(page.map(({ invoiceId }) => invoiceId))])).map((each) => [each.id, each]),
  );
  const events = page.flatMap((change) => {
    const invoice = invoices.get(change.invoiceId);
    if (invoice === undefined) return [];
    const asked = change.payload.events.filter((event) => wanted === undefined || event === wanted).toReversed();
    return asked.map((event) =>
      toEventWire(asItWas(invoice, change), { event, merchantId: change.merchantId, at: change.payload.at, refund: change.payload.refund }),
    );
  });
  const last = matching.length > limit ? page.at(-1) : isMore ? read.at(-1) : undefined;
  return { events, next: last?.id ?? null };
}
