import type { InvoiceFlag, InvoiceStatus } from '@stablegate/contract';
import { assert } from '../../platform/assert';
import { afterCommit, type Tx } from '../../platform/db/db';
import { type ChangedFields, endReservations, saveChanges } from './change-invoice.queries';
import { canBecome } from './invoices.domain';
import type { InvoiceRecord } from './invoices.queries';
import type { InvoiceDeps } from './invoices.service';

/** What happened to an invoice, as the timeline and the outbox tell it. */
export type InvoiceTopic =
  | 'invoice.seen' // a transfer is in a block
  | 'invoice.unseen' // it is gone again, nothing else is there
  | 'invoice.completed'
  | 'invoice.expired'
  | 'invoice.failed'
  | 'invoice.part_paid'
  | 'invoice.overpaid'
  | 'invoice.reversed' // a final transfer was reorganised away after all
  | 'invoice.restored'; // and came back

export type InvoiceChange = {
  readonly topic: InvoiceTopic;
  readonly before: InvoiceRecord;
  readonly fields: ChangedFields;
  /** For the timeline, beside time, status and flags. */
  readonly detail?: Record<string, unknown>;
};
/** Before and after, inside the transaction that makes it true. */
export type InvoiceNews = { readonly topic: InvoiceTopic; readonly before: InvoiceRecord; readonly after: InvoiceRecord };
export type InvoiceHandler = (tx: Tx, news: readonly InvoiceNews[]) => Promise<void>;

const ENDED: readonly InvoiceStatus[] = ['SUCCESS', 'EXPIRED', 'FAILED'];
const payloadOf = ({ after }: InvoiceNews, detail: Record<string, unknown>, at: Date) => ({
  at: at.toISOString(),
  transId: after.transId,
  status: after.status,
  flags: after.flags as InvoiceFlag[],
  ...detail,
});

/**
 * Where an invoice changes after it was made (but for expiry, whose one statement says the same): row, reservation, event and whoever has to act in the same breath.
 * The caller holds the lock on each; each stands at most once.
 */
export async function changeInvoices(deps: InvoiceDeps, tx: Tx, changes: readonly InvoiceChange[], now: Date): Promise<InvoiceNews[]> {
  if (changes.length === 0) return [];
  const news = changes.map(({ topic, before, fields }): InvoiceNews => {
    const after = { ...before, ...fields, version: before.version + 1 };
    assert(before.status === after.status || canBecome(before.status, after.status), `${before.status} → ${after.status}`);
    return { topic, before, after };
  });
  await saveChanges(
    tx,
    news.map(({ after }) => after),
  );
  const moved = news.filter(({ before, after }) => before.status !== after.status);
  await endReservations(
    tx,
    moved.map(({ after }) => ({ invoiceId: after.id, endedAt: ENDED.includes(after.status) ? now : null })),
  );
  const events = news.map((each, index) => ({
    topic: each.topic,
    subject: each.after.id,
    version: each.after.version,
    payload: payloadOf(each, changes[index]?.detail ?? {}, now),
  }));
  await deps.outbox.append(tx, events);
  for (const handler of deps.changeHandlers) await handler(tx, news);
  return news;
}

/** For the one statement that writes row, reservation and event by itself: whoever has to act hears of it in the same way. */
export async function tellChanges(deps: InvoiceDeps, tx: Tx, news: readonly InvoiceNews[]): Promise<void> {
  if (news.length === 0) return;
  afterCommit(tx, deps.outbox.announce);
  for (const handler of deps.changeHandlers) await handler(tx, news);
}
