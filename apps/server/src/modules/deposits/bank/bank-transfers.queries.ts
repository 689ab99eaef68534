import type { DepositStatus } from '@stablegate/contract';
import { sql } from 'kysely';
import { assertDefined } from '../../../platform/assert';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { BankTransferId, DepositId } from '../../../platform/id-types';
import type { FeedTransfer } from './feed-bodies';

export type BankTransferState = 'credited' | 'unmatched' | 'duplicate';
export type BankTransferRecord = {
  readonly id: BankTransferId;
  readonly provider: FeedTransfer['provider'];
  readonly transactionId: string;
  readonly account: string;
  readonly amountVnd: bigint;
  readonly content: string;
  readonly state: BankTransferState;
  readonly reason: string | null;
  readonly receivedAt: Date;
};
/** The transfer that a possible duplicate may repeat. */
export type Resembled = {
  readonly provider: FeedTransfer['provider'];
  readonly transactionId: string;
  readonly receivedAt: Date;
  readonly depositId: DepositId | null;
};
export type WaitingTransfer = BankTransferRecord & { readonly resembles: Resembled | null };

const COLUMNS = sql.raw(`
  b.id, b.provider, b.transaction_id as "transactionId", b.account, b.amount_vnd as "amountVnd", b.content, b.state, b.reason,
  b.received_at as "receivedAt"`);

export type NewBankTransfer = Pick<FeedTransfer, Exclude<keyof FeedTransfer, 'accounts'>> & {
  readonly id: BankTransferId;
  readonly account: string;
  readonly receivedAt: Date;
};

/** False when this transfer is known. Waits for a concurrent call with the same number. */
export async function insertBankTransfer(tx: Tx, transfer: NewBankTransfer): Promise<boolean> {
  const { id, provider, transactionId, account, amountVnd, content, bankNumber, bankTime, raw, receivedAt } = transfer;
  const { numAffectedRows } = await sql`
    insert into bank_transfers (id, provider, transaction_id, account, amount_vnd, content, bank_number, bank_time, raw, received_at, state)
    values (${id}, ${provider}, ${transactionId}, ${account}, ${amountVnd}, ${content}, ${bankNumber}, ${bankTime},
        ${JSON.stringify(raw)}::jsonb, ${receivedAt}, 'unmatched')
    on conflict (provider, transaction_id) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export type Outcome = {
  readonly state: BankTransferState;
  readonly reason: string | null;
  readonly depositId: DepositId | null;
  readonly duplicateOf?: BankTransferId | undefined;
  readonly dayRateMicros?: bigint | null;
};

export async function setOutcome(tx: Tx, id: BankTransferId, outcome: Outcome): Promise<void> {
  const { state, reason, depositId, duplicateOf, dayRateMicros } = outcome;
  await sql`
    update bank_transfers
       set state = ${state}, reason = ${reason}, deposit_id = ${depositId}, duplicate_of = coalesce(${duplicateOf ?? null}, duplicate_of),
           day_rate = ${dayRateMicros ?? null}
     where id = ${id}`.execute(tx);
}

/** Dong that a deposit was credited with and that had come by then. */
export async function sumCreditedVnd(tx: Tx, depositId: DepositId, until: Date): Promise<bigint> {
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(amount_vnd), 0)::bigint as total from bank_transfers
     where deposit_id = ${depositId} and state = 'credited' and received_at <= ${until}`.execute(tx);
  return assertDefined(rows[0], 'a sum').total;
}

export async function lockBankTransfer(tx: Tx, id: BankTransferId): Promise<BankTransferRecord | undefined> {
  const { rows } = await sql<BankTransferRecord>`select ${COLUMNS} from bank_transfers b where b.id = ${id} for no key update`.execute(tx);
  return rows[0];
}

export async function listUnmatched(tx: Queryable, page: { offset: number; limit: number }): Promise<WaitingTransfer[]> {
  const { rows } = await sql<BankTransferRecord & { duplicateOf: BankTransferId | null }>`
    select ${COLUMNS}, b.duplicate_of as "duplicateOf"
      from bank_transfers b where b.state = 'unmatched' order by b.id desc limit ${page.limit} offset ${page.offset}`.execute(tx);
  const resembled = await sql<Resembled & { id: BankTransferId }>`
    select ${COLUMNS}, b.deposit_id as "depositId"
      from bank_transfers b where b.id = any(${rows.map(({ duplicateOf }) => duplicateOf)}::text[])`.execute(tx);
  const byId = new Map(resembled.rows.map((row) => [row.id, row]));
  return rows.map(({ duplicateOf, ...row }) => ({ ...row, resembles: (duplicateOf === null ? undefined : byId.get(duplicateOf)) ?? null }));
}

/** Counts up to `most` + 1. */
export async function countUnmatched(tx: Queryable, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 from bank_transfers where state = 'unmatched' limit ${most + 1}) b`.execute(tx);
  return assertDefined(rows[0], 'a count').total;
}

export type CandidateRow = {
  readonly transferId: BankTransferId;
  readonly depositId: DepositId;
  readonly username: string;
  readonly reference: string;
  readonly amountVnd: bigint;
  readonly status: DepositStatus;
  readonly createdAt: Date;
};
export type CandidateQuestion = { readonly transferId: BankTransferId; readonly references: readonly string[]; readonly amountVnd: bigint };

/** Deposits a transfer may be meant for: those it names first, then open ones of exactly its amount; at most five of each kind. */
export async function listCandidates(tx: Queryable, questions: readonly CandidateQuestion[]): Promise<CandidateRow[]> {
  if (questions.length === 0) return [];
  const asked = questions.map(({ amountVnd, ...rest }) => ({ ...rest, amountVnd: amountVnd.toString() }));
  const { rows } = await sql<CandidateRow>`
    select q."transferId", d.id as "depositId", u.username, d.reference, d.amount_vnd as "amountVnd", d.status, d.created_at as "createdAt"
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as q ("transferId" text, "references" text[], "amountVnd" bigint)
     cross join lateral (
       (select 1 as rank, id from deposits where reference = any(q."references") limit 5)
       union all
       (select 2, id from deposits
         where status = 'PENDING' and method = 'vietnam-bank-auto' and amount_vnd = q."amountVnd" and reference <> all(q."references") limit 5)
     ) found
      join deposits d on d.id = found.id
      join users u on u.id = d.user_id
     order by q."transferId", found.rank, d.id desc`.execute(tx);
  return rows;
}
