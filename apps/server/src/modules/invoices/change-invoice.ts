import type { InvoiceEvent, InvoiceFlag, InvoiceStatus, MerchantRefund } from '@stablegate/contract';
import { assert } from '../../platform/assert';
import { afterCommit, type Tx } from '../../platform/db/db';
import type { Tracing } from '../../platform/tracing/tracing';
import { type ChangedFields, endReservations, saveChanges } from './change-invoice.queries';
import { eventIdOf, eventsOf, typeOf } from './invoice-events.domain';
import type { InvoiceDeps, InvoiceTopic, InvoiceTransition } from './invoices.deps';
import { canBecome } from './invoices.domain';
import type { InvoiceRecord } from './invoices.queries';

export type InvoiceChange = {
  readonly topic: InvoiceTopic;
  readonly before: InvoiceRecord;
  readonly fields: ChangedFields;
  /** For the timeline, in addition to time, status and flags. */
  readonly detail?: Record<string, unknown>;
  readonly refund?: MerchantRefund;
};

const ENDED: readonly InvoiceStatus[] = ['SUCCESS', 'EXPIRED', 'FAILED'];
/** Payload of a change in `events`; `invoice.created` lacks the amounts. */
export type InvoicePayload = {
  readonly at: string;
  readonly transId: string;
  readonly status: InvoiceStatus;
  readonly flags: readonly InvoiceFlag[];
  /** Micro-units. */
  readonly paid: string;
  readonly paidBefore: string;
  /** What the change tells the shop, and the payment as it was then. */
  readonly events: readonly InvoiceEvent[];
  readonly payment: Pick<InvoiceRecord, 'network' | 'fromAddress' | 'transHash'> & { readonly paidAt: string | null };
  /** Micro-units in all; absent before anything was refunded. */
  readonly refunded?: string;
  readonly refund?: MerchantRefund;
};
const payloadOf = ({ topic, before, after, at, refund }: InvoiceTransition, detail: Record<string, unknown>): InvoicePayload => ({
  at: at.toISOString(),
  transId: after.transId,
  status: after.status,
  flags: after.flags,
  paid: after.paidMicros.toString(),
  paidBefore: before.paidMicros.toString(),
  events: eventsOf({ topic, before, after }),
  payment: {
    network: after.network,
    fromAddress: after.fromAddress,
    transHash: after.transHash,
    paidAt: after.paidAt?.toISOString() ?? null,
  },
  ...(after.refundedMicros === 0n ? {} : { refunded: after.refundedMicros.toString() }),
  ...(refund === undefined ? {} : { refund }),
  ...detail,
});

/**
 * The only way in which status, flags and payment of an invoice change after its creation: row, reservation, event and follow-ups in one transaction. The caller
 * holds the lock on each; each is given at most once.
 */
export async function changeInvoices(
  deps: InvoiceDeps,
  tx: Tx,
  changes: readonly InvoiceChange[],
  now: Date,
): Promise<InvoiceTransition[]> {
  if (changes.length === 0) return [];
  const transitions = changes.map(({ topic, before, fields, refund }): InvoiceTransition => {
    const after = { ...before, ...fields, version: before.version + 1 };
    assert(before.status === after.status || canBecome(before.status, after.status), `${before.status} → ${after.status}`);
    return { topic, before, after, at: now, refund };
  });
  await saveChanges(
    tx,
    transitions.map(({ after }) => after),
  );
  const moved = transitions.filter(({ before, after }) => before.status !== after.status);
  await endReservations(
    tx,
    moved.map(({ after }) => ({ invoiceId: after.id, endedAt: ENDED.includes(after.status) ? now : null })),
  );
  const events = transitions.map((each, index) => {
    const { id: subject, version, storeId } = each.after;
    const payload = payloadOf(each, changes[index]?.detail ?? {});
    return { topic: each.topic, subject, version, payload, storeId: payload.events.length > 0 ? storeId : undefined };
  });
  await deps.outbox.append(tx, events);
  await followChanges(deps, tx, transitions);
  if (deps.tracing !== undefined) traceChanges(deps.tracing, tx, transitions);
  return transitions;
}

function traceChanges(tracing: Tracing, tx: Tx, transitions: readonly InvoiceTransition[]): void {
  const startedAt = Date.now();
  const traced = transitions.flatMap((each) =>
    eventsOf(each).map((event) => ({
      subject: each.after.id,
      eventId: eventIdOf(each.after.id, each.after.version, event),
      name: typeOf(event),
    })),
  );
  if (traced.length > 0) afterCommit(tx, () => tracing.addEvents(traced, startedAt));
}

/**
 * Followers that commit together with a change, in this order: an error rolls back the change. Payment pages are notified after the commit;
 * mails are follow-ups of the event.
 */
async function followChanges(deps: InvoiceDeps, tx: Tx, transitions: readonly InvoiceTransition[]): Promise<void> {
  if (transitions.length === 0) return;
  await deps.queueCallbacks(tx, transitions);
  await deps.cancelExpiredDeposits(tx, transitions);
  await deps.countRevenue(tx, transitions);
  afterCommit(tx, () => deps.notifyPages(transitions.map(({ after }) => after)));
}
