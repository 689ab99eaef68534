import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import type { StoreId } from '../../../platform/id-types';
import type { JournalSpan, LedgerKind, LedgerSubject } from '../merchant.deps';
import type { KindSum } from './statement.domain';

const within = ({ accountId, after, upTo }: JournalSpan) =>
  sql`e.account_id = ${accountId} and e.version > ${after} and e.version <= ${upTo} and e.balance_delta <> 0`;
/** Whose a fee is, is decided by its invoice, which never changes its store. */
const isOwn = (storeId: StoreId | undefined) =>
  storeId === undefined ? sql`true` : sql`exists (select from invoices i where i.id = e.reference and i.store_id = ${storeId})`;

export async function sumSpan(tx: Queryable, span: JournalSpan, storeId: StoreId | undefined): Promise<KindSum[]> {
  const { rows } = await sql<KindSum>`
    select kind, "isOwn", sum(balance_delta)::bigint as micros, count(*)::int as lines
      from (select e.kind, e.balance_delta, e.kind in ('fee', 'refund') and ${isOwn(storeId)} as "isOwn" from ledger_entries e where ${within(span)}) e
     group by 1, 2`.execute(tx);
  return rows;
}

export type SpanLine = {
  readonly version: bigint;
  readonly kind: LedgerKind;
  readonly amountMicros: bigint;
  readonly reference: string;
  readonly createdAt: Date;
};

/** Oldest first. Of a merchant: its fees and refunds, and what is the account's. */
export async function listSpanLines(
  tx: Queryable,
  span: JournalSpan,
  storeId: StoreId | undefined,
  page: { after: bigint; limit: number },
): Promise<SpanLine[]> {
  const { rows } = await sql<SpanLine>`
    select e.version, e.kind, e.balance_delta as "amountMicros", e.reference, e.created_at as "createdAt" from ledger_entries e
     where ${within({ ...span, after: page.after })} and (e.kind not in ('fee', 'refund') or ${isOwn(storeId)})
     order by e.version limit ${page.limit}`.execute(tx);
  return rows;
}

/** Invoices and deposits by the ids that the ledger refers to. */
export async function listSubjects(tx: Queryable, references: readonly string[]): Promise<Map<string, LedgerSubject>> {
  const { rows } = await sql<{ id: string; transactionId: string | null; requestId: string | null }>`
    select id, trans_id as "transactionId", request_id as "requestId" from invoices where id = any(${references}::text[])
     union all
    select id, tid, coalesce(trans_id, reference) from deposits where id = any(${references}::text[])`.execute(tx);
  return new Map(
    rows.map(({ id, transactionId, requestId }) => [id, { transactionId: transactionId ?? undefined, requestId: requestId ?? undefined }]),
  );
}
