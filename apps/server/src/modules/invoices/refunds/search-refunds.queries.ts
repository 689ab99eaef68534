import type { Network } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import type { RefundId, UserId } from '../../../platform/id-types';
import { COLUMNS, type RefundRecord } from './refunds.queries';

/** Of those whose transaction is not known. */
const SEARCHED = sql.raw(`search_at is not null and status = 'planned' and tx_hash is null`);

/** Due ones, oldest first; whoever takes them has `until` before another process does. */
export async function takeSearches(tx: Queryable, now: Date, until: Date, limit: number): Promise<RefundRecord[]> {
  const { rows } = await sql<RefundRecord>`
    with due as (select id from refunds where ${SEARCHED} and search_at <= ${now} order by search_at limit ${limit} for no key update skip locked)
    update refunds r set search_at = ${until} from due where r.id = due.id returning ${COLUMNS}`.execute(tx);
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

export async function findNextSearch(tx: Queryable): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`select min(search_at) as at from refunds where ${SEARCHED}`.execute(tx);
  return rows[0]?.at ?? undefined;
}

/** Ids sort by the time of planning; a refund that ended meanwhile has no search any more. */
export async function saveSearched(tx: Queryable, id: RefundId, at: Date | null, from: number | null): Promise<void> {
  await sql`update refunds set search_at = ${at}, search_from = ${from} where id = ${id} and search_at is not null`.execute(tx);
}

type Holder = Pick<RefundRecord, 'userId' | 'txHash' | 'toKey' | 'amountMicros'>;

/** Refunds of these merchants that have one of these transactions already, proven or not. */
export async function listHolders(
  tx: Queryable,
  network: Network,
  userIds: readonly UserId[],
  txHashes: readonly string[],
): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select user_id as "userId", tx_hash as "txHash", to_key as "toKey", amount as "amountMicros" from refunds
     where user_id = any(${userIds}::text[]) and network = ${network} and tx_hash = any(${txHashes}::text[])
       and status <> 'cancelled'`.execute(tx);
  return rows;
}
