import type { BankAccount, DepositMethod, DepositStatus } from '@stablegate/contract';
import { type RawBuilder, sql } from 'kysely';
import { assertDefined } from '../../platform/assert';
import type { Queryable, Tx } from '../../platform/db/db';
import type { DepositId, InvoiceId, UserId } from '../../platform/id-types';

export type DepositRecord = {
  readonly id: DepositId;
  readonly userId: UserId;
  readonly method: DepositMethod;
  readonly status: DepositStatus;
  readonly amountMicros: bigint;
  readonly receivedMicros: bigint;
  readonly topupBack: string | null;
  readonly note: string | null;
  readonly tid: string | null;
  readonly invoiceId: InvoiceId | null;
  readonly transId: string | null;
  readonly reference: string | null;
  readonly amountVnd: bigint | null;
  readonly rateMicros: bigint | null;
  readonly bank: BankAccount | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
};

const COLUMNS = sql.raw(`
  d.id, d.user_id as "userId", d.method, d.status, d.amount as "amountMicros", d.received as "receivedMicros", d.topup_back as "topupBack",
  d.note, d.tid, d.invoice_id as "invoiceId", d.trans_id as "transId", d.reference, d.amount_vnd as "amountVnd", d.rate as "rateMicros",
  d.bank, d.created_at as "createdAt", d.updated_at as "updatedAt", d.expires_at as "expiresAt"`);

export type NewDeposit = Pick<
  DepositRecord,
  | 'id'
  | 'userId'
  | 'method'
  | 'amountMicros'
  | 'topupBack'
  | 'invoiceId'
  | 'transId'
  | 'reference'
  | 'amountVnd'
  | 'rateMicros'
  | 'bank'
  | 'createdAt'
  | 'expiresAt'
>;

export async function insertDeposit(tx: Queryable, deposit: NewDeposit): Promise<void> {
  const { id, userId, method, amountMicros, topupBack, invoiceId, transId, reference, amountVnd, rateMicros, createdAt, expiresAt } =
    deposit;
  const bank = deposit.bank === null ? null : JSON.stringify(deposit.bank);
  await sql`
    insert into deposits (id, user_id, method, amount, topup_back, invoice_id, trans_id, reference, amount_vnd, rate, bank, created_at,
        updated_at, expires_at)
    values (${id}, ${userId}, ${method}, ${amountMicros}, ${topupBack}, ${invoiceId}, ${transId}, ${reference}, ${amountVnd}, ${rateMicros},
        ${bank}::jsonb, ${createdAt}, ${createdAt}, ${expiresAt})`.execute(tx);
}

/** Serialises the creations of one user, so that the limit holds; other users do not wait. */
export async function countOpenUsdt(tx: Tx, userId: UserId): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('deposits:' || ${userId}, 0))`.execute(tx);
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from deposits
     where user_id = ${userId} and status = 'PENDING' and method = 'usdt-auto'`.execute(tx);
  return assertDefined(rows[0], 'a count').total;
}

/** In id order, so that two callers that lock several wait for each other and never deadlock. */
async function lockWhere(tx: Tx, where: RawBuilder<unknown>): Promise<DepositRecord[]> {
  const { rows } = await sql<DepositRecord>`
    select ${COLUMNS} from deposits d where ${where} order by d.id for no key update`.execute(tx);
  return rows;
}
export const lockByInvoices = (tx: Tx, ids: readonly InvoiceId[]) => lockWhere(tx, sql`d.invoice_id = any(${ids}::text[])`);
export const lockByReferences = (tx: Tx, references: readonly string[]) => lockWhere(tx, sql`d.reference = any(${references}::text[])`);
/** Those that are references of deposits. */
export async function keepKnownReferences(tx: Tx, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`select reference from deposits where reference = any(${words}::text[])`.execute(tx);
  return rows.map(({ reference }) => reference);
}
export const lockById = async (tx: Tx, id: DepositId) => (await lockWhere(tx, sql`d.id = ${id}`))[0];

/** For expired payment invoices. Deposits that received money stay as they are. */
export async function cancelByInvoices(tx: Tx, invoiceIds: readonly InvoiceId[], now: Date): Promise<void> {
  await sql`
    update deposits set status = 'CANCELED', updated_at = ${now}
     where invoice_id = any(${invoiceIds}::text[]) and status = 'PENDING'`.execute(tx);
}

export type SweepTime = { readonly business: Date; readonly real: Date };

/**
 * Uses the database's time, corrected by this process's clock difference; beyond 30 s of difference it decides nothing. Returns how many
 * were due.
 */
export async function cancelDueBank(tx: Queryable, { business, real }: SweepTime, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update deposits set status = 'CANCELED', updated_at = ${business}
     where id in (
       select id from deposits
        where status = 'PENDING' and method = 'vietnam-bank-auto'
          and expires_at < ${business}::timestamptz + (clock_timestamp() - ${real}::timestamptz)
          and abs(extract(epoch from clock_timestamp() - ${real}::timestamptz)) <= 30
        order by expires_at limit ${limit} for no key update skip locked)`.execute(tx);
  return Number.parseInt((numAffectedRows ?? 0n).toString(), 10);
}

export async function findNextBankDue(db: Queryable): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select expires_at as at from deposits where status = 'PENDING' and method = 'vietnam-bank-auto' order by expires_at limit 1`.execute(
    db,
  );
  return rows[0]?.at;
}

export type DepositFilter = { readonly userId: UserId; readonly idFrom: string | undefined; readonly idBefore?: string | undefined };
const matching = ({ userId, idFrom, idBefore }: DepositFilter) =>
  sql`d.user_id = ${userId} ${idFrom === undefined ? sql`` : sql`and d.id >= ${idFrom}`} ${idBefore === undefined ? sql`` : sql`and d.id < ${idBefore}`}`;

/** Ids first, from the user's index: for whole rows the planner scans all users' rows. */
export async function listDepositRows(
  tx: Queryable,
  filter: DepositFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<DepositRecord[]> {
  const { rows } = await sql<DepositRecord>`
    select ${COLUMNS} from deposits d
     where d.id = any(array(select d.id from deposits d where ${matching(filter)} order by d.id desc limit ${limit} offset ${offset}))
     order by d.id desc`.execute(tx);
  return rows;
}

/** Exact without a date; with one, counted up to just beyond the exact limit. */
export async function countDeposits(tx: Queryable, filter: DepositFilter, most: number): Promise<number> {
  const rolledUp = sql`select coalesce(sum(total), 0)::int as total from deposit_counts where user_id = ${filter.userId}`;
  const counted = sql`select count(*)::int as total from (select d.id from deposits d where ${matching(filter)} order by d.id desc limit ${most + 1}) d`;
  const { rows } = await sql<{ total: number }>`${filter.idFrom === undefined ? rolledUp : counted}`.execute(tx);
  return assertDefined(rows[0], 'a count').total;
}
