import type { Network } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import type { EntryId, RefundId, StoreId, UserId } from '../../../platform/id-types';
import type { JournalSpan, LedgerKind } from '../merchant.deps';
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

type SubjectRow = { readonly id: string; readonly transactionId: string | null; readonly requestId: string | null };

/** Invoices and deposits by the ids that the ledger refers to. */
export async function listSubjects(tx: Queryable, references: readonly string[]): Promise<SubjectRow[]> {
  const { rows } = await sql<SubjectRow>`
    select id, trans_id as "transactionId", request_id as "requestId" from invoices where id = any(${references}::text[])
     union all
    select id, tid, coalesce(trans_id, reference) from deposits where id = any(${references}::text[])`.execute(tx);
  return rows;
}

export type PaymentRow = { readonly depositId: string; readonly entryId: EntryId; readonly transactionId: string | null };

/** The transfer, on chain or of a bank, behind each credit of these deposits and behind what was taken back, oldest first. */
export async function listPayments(tx: Queryable, depositIds: readonly string[]): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select c.deposit_id as "depositId", c.ledger_entry as "entryId", coalesce(t.tx_hash, b.transaction_id) as "transactionId"
      from deposit_credits c left join transfers t on t.id = c.source left join bank_transfers b on b.id = c.source
     where c.deposit_id = any(${depositIds}::text[]) order by c.id`.execute(tx);
  return rows;
}

type RefundsOf = { readonly userId: UserId; readonly storeId: StoreId | undefined; readonly from: Date; readonly to: Date };
/** Once confirmed a refund never changes, so a month that is over has the same ones for ever. */
const refundedIn = ({ userId, storeId, from, to }: RefundsOf) => sql`
  from refunds r join invoices i on i.id = r.invoice_id
 where r.user_id = ${userId} and r.final_at >= ${from} and r.final_at < ${to} and ${storeId === undefined ? sql`true` : sql`i.store_id = ${storeId}`}`;

export async function sumRefunded(tx: Queryable, of: RefundsOf): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`select coalesce(sum(r.amount), 0)::bigint as micros ${refundedIn(of)}`.execute(tx);
  return rows[0]?.micros ?? 0n;
}

export type RefundedLine = {
  readonly id: RefundId;
  readonly at: Date;
  readonly refundedMicros: bigint;
  readonly network: Network;
  readonly txHash: string;
  readonly reference: string;
  readonly transactionId: string;
  readonly requestId: string | null;
};

/** Oldest first. */
export async function listRefunded(
  tx: Queryable,
  of: RefundsOf,
  { after, limit }: { after: { at: Date; id: string }; limit: number },
): Promise<RefundedLine[]> {
  const { rows } = await sql<RefundedLine>`
    select r.id, r.final_at as at, r.amount as "refundedMicros", r.network, r.tx_hash as "txHash", i.id as reference,
           i.trans_id as "transactionId", i.request_id as "requestId" ${refundedIn(of)}
       and (r.final_at, r.id) > (${after.at}, ${after.id}) order by r.final_at, r.id limit ${limit}`.execute(tx);
  return rows;
}
