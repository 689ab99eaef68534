import type { Network, RefundProblem, RefundReason, RefundStatus } from '@stablegate/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { InvoiceId, RefundId, UserId } from '../../../platform/id-types';

export type NewRefundRow = {
  readonly id: RefundId;
  readonly invoiceId: InvoiceId;
  readonly userId: UserId;
  readonly network: Network;
  readonly toAddress: string;
  readonly toKey: string;
  readonly amountMicros: bigint;
  readonly reason: RefundReason;
  /** A person's id, or the API key. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly searchAt: Date | null;
};
export type RefundRecord = Omit<NewRefundRow, 'createdBy'> & {
  readonly status: RefundStatus;
  readonly txHash: string | null;
  readonly problem: RefundProblem | null;
  /** Answers in a row that no node has the transaction. */
  readonly checks: number;
  readonly fromAddress: string | null;
  readonly blockNumber: number | null;
  readonly blockTime: Date | null;
  readonly seenAt: Date | null;
  readonly finalAt: Date | null;
  /** The transaction was found, not named by the merchant. */
  readonly isFound: boolean;
  readonly searchFrom: number | null;
};

export const COLUMNS = sql.raw(`
  r.id, r.invoice_id as "invoiceId", r.user_id as "userId", r.network, r.to_address as "toAddress", r.to_key as "toKey",
  r.amount as "amountMicros", r.reason, r.created_at as "createdAt", r.status, r.tx_hash as "txHash", r.problem, r.checks,
  r.from_address as "fromAddress", r.block_number::float8 as "blockNumber", r.block_time as "blockTime", r.seen_at as "seenAt",
  r.final_at as "finalAt", r.is_found as "isFound", r.search_at as "searchAt", r.search_from::float8 as "searchFrom"`);

async function select(tx: Queryable, rest: RawBuilder<unknown>): Promise<RefundRecord[]> {
  const { rows } = await sql<RefundRecord>`select ${COLUMNS} from refunds r ${rest}`.execute(tx);
  return rows;
}

/** Newest first. */
export const listRefunds = (tx: Queryable, invoiceId: InvoiceId) => select(tx, sql`where r.invoice_id = ${invoiceId} order by r.id desc`);

export async function listConfirmedHashes(tx: Queryable, invoiceIds: readonly InvoiceId[]): Promise<Map<InvoiceId, string[]>> {
  if (invoiceIds.length === 0) return new Map();
  const { rows } = await sql<{ invoiceId: InvoiceId; hashes: string[] }>`
    select invoice_id as "invoiceId", array_agg(tx_hash order by final_at, id) as hashes from refunds
     where invoice_id = any(${invoiceIds}::text[]) and status = 'confirmed' group by 1`.execute(tx);
  return new Map(rows.map(({ invoiceId, hashes }) => [invoiceId, hashes]));
}

export const findRefund = async (tx: Queryable, invoiceId: InvoiceId, id: RefundId): Promise<RefundRecord | undefined> =>
  (await select(tx, sql`where r.id = ${id} and r.invoice_id = ${invoiceId}`))[0];

/** The caller has locked its invoice. */
export const lockRefund = async (tx: Tx, id: RefundId): Promise<RefundRecord | undefined> =>
  (await select(tx, sql`where r.id = ${id} for no key update`))[0];

export async function insertRefund(tx: Tx, refund: NewRefundRow): Promise<void> {
  const { id, invoiceId, userId, network, toAddress, toKey, amountMicros, reason, createdBy, createdAt, searchAt } = refund;
  await sql`
    insert into refunds (id, invoice_id, user_id, network, to_address, to_key, amount, reason, created_by, created_at, search_at)
    values (${id}, ${invoiceId}, ${userId}, ${network}, ${toAddress}, ${toKey}, ${amountMicros}, ${reason}, ${createdBy}, ${createdAt},
            ${searchAt})`.execute(tx);
}

export async function saveCancelled(tx: Tx, id: RefundId, now: Date): Promise<void> {
  await sql`update refunds set status = 'cancelled', ended_at = ${now}, check_at = null, search_at = null where id = ${id}`.execute(tx);
}

/** A transaction that is not proven yet: the nodes are asked at `checkAt`. */
export async function saveNamed(tx: Tx, id: RefundId, txHash: string, checkAt: Date, isFound: boolean): Promise<void> {
  await sql`
    update refunds set tx_hash = ${txHash}, is_found = ${isFound}, problem = null, checks = 0, check_at = ${checkAt}
     where id = ${id}`.execute(tx);
}

/** The transfer that proves a refund. */
export type Proof = {
  readonly txHash: string;
  readonly logKey: string;
  readonly logIndex: number;
  readonly fromAddress: string;
  readonly raw: bigint;
  readonly block: { readonly number: number; readonly hash: string; readonly time: Date };
};
export type Recheck = { readonly checks: number; readonly checkAt: Date | null };

export async function saveSeen(tx: Tx, id: RefundId, { txHash, ...proof }: Proof, { checks, checkAt }: Recheck, now: Date): Promise<void> {
  await sql`
    update refunds set status = 'seen', tx_hash = ${txHash}, problem = null, log_key = ${proof.logKey}, log_index = ${proof.logIndex},
           from_address = ${proof.fromAddress}, raw = ${proof.raw.toString()}::numeric, block_number = ${proof.block.number},
           block_hash = ${proof.block.hash}, block_time = ${proof.block.time}, seen_at = coalesce(seen_at, ${now}), checks = ${checks},
           check_at = ${checkAt}
     where id = ${id}`.execute(tx);
}

export async function saveConfirmed(tx: Tx, id: RefundId, now: Date): Promise<void> {
  await sql`update refunds set status = 'confirmed', final_at = ${now}, ended_at = ${now}, check_at = null, search_at = null where id = ${id}`.execute(
    tx,
  );
}

/** Nothing new is known: it stays as it is. */
export async function saveRecheck(tx: Tx, id: RefundId, { checks, checkAt }: Recheck): Promise<void> {
  await sql`update refunds set checks = ${checks}, check_at = ${checkAt} where id = ${id}`.execute(tx);
}

/** No node shows it, for the first time or any more. */
export async function saveUnseen(tx: Tx, id: RefundId, { checks, checkAt }: Recheck): Promise<void> {
  await sql`
    update refunds set status = 'planned', log_key = null, log_index = null, from_address = null, raw = null, block_number = null,
           block_hash = null, block_time = null, seen_at = null, checks = ${checks}, check_at = ${checkAt}
     where id = ${id}`.execute(tx);
}

/** What was found does not prove it, or is gone: the search goes on, from before its block. */
export async function saveLost(tx: Tx, id: RefundId): Promise<void> {
  await saveUnseen(tx, id, { checks: 0, checkAt: null });
  await sql`update refunds set tx_hash = null, is_found = false where id = ${id}`.execute(tx);
}

export async function saveProblem(tx: Tx, id: RefundId, problem: RefundProblem): Promise<void> {
  await saveUnseen(tx, id, { checks: 0, checkAt: null });
  await sql`update refunds set problem = ${problem}, tx_hash = null where id = ${id}`.execute(tx);
}

/** Transfers of the transaction that prove other refunds of this merchant. */
export async function listTakenKeys(tx: Queryable, { id, userId, network }: RefundRecord, txHash: string): Promise<Set<string>> {
  const { rows } = await sql<{ logKey: string }>`
    select log_key as "logKey" from refunds
     where user_id = ${userId} and network = ${network} and tx_hash = ${txHash} and log_key is not null and id <> ${id}`.execute(tx);
  return new Set(rows.map(({ logKey }) => logKey));
}

/** Due ones; whoever takes them has `until` before another process does. */
export async function takeDue(tx: Queryable, now: Date, until: Date, limit: number): Promise<RefundRecord[]> {
  const { rows } = await sql<RefundRecord>`
    with due as (select id from refunds where check_at <= ${now} order by check_at limit ${limit} for no key update skip locked)
    update refunds r set check_at = ${until} from due where r.id = due.id returning ${COLUMNS}`.execute(tx);
  return rows;
}

export async function findNextCheck(tx: Queryable): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`select min(check_at) as at from refunds where check_at is not null`.execute(tx);
  return rows[0]?.at ?? undefined;
}

/** To how many merchants payments came from this address, counted among its newest invoices. */
export async function countMerchantsPaid(tx: Queryable, address: string): Promise<number> {
  const { rows } = await sql<{ merchants: number }>`
    select count(distinct n.user_id)::int as merchants from (
      select user_id from invoices where lower(from_address) = ${address.toLowerCase()} order by id desc limit 500) n`.execute(tx);
  return rows[0]?.merchants ?? 0;
}
