import { shortMicros } from '@stablegate/rules';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { StoreId, UserId } from '../../../platform/id-types';
import type { PendingOf } from '../pending/pending-kind';
import { STORE_COLUMNS, type StoreByKey } from '../store-access.queries';
import type { EpusdtRecord } from './epusdt-rate.domain';

const COLUMNS = sql`
  e.store_id as "storeId", e.enabled, e.token_sealed as "tokenSealed", e.rate_source as source, e.rate as "rateMicros", e.rate_url as "rateUrl",
  e.rate_path as "ratePath", e.found_rate as "foundMicros", e.found_at as "foundAt",
  e.next_rate as next, e.next_rate_at as "nextAt"`;

export async function findEpusdt(tx: Queryable, storeId: StoreId): Promise<EpusdtRecord | undefined> {
  const { rows } = await sql<EpusdtRecord>`select ${COLUMNS} from store_epusdt e where e.store_id = ${storeId}`.execute(tx);
  return rows[0];
}

export async function saveEpusdt(tx: Tx, record: EpusdtRecord, now: Date): Promise<void> {
  const { storeId, enabled, tokenSealed, source, rateMicros, rateUrl, ratePath, foundMicros, foundAt, next, nextAt } = record;
  await sql`
    insert into store_epusdt (store_id, enabled, token_sealed, rate_source, rate, rate_url, rate_path, found_rate, found_at, next_rate,
      next_rate_at, created_at)
    values (${storeId}, ${enabled}, ${tokenSealed}, ${source}, ${rateMicros}, ${rateUrl}, ${ratePath}, ${foundMicros}, ${foundAt},
      ${next === null ? null : JSON.stringify(next)}::jsonb, ${nextAt}, ${now})
    on conflict (store_id) do update set enabled = excluded.enabled, rate_source = excluded.rate_source, rate = excluded.rate,
      rate_url = excluded.rate_url, rate_path = excluded.rate_path, found_rate = excluded.found_rate, found_at = excluded.found_at,
      next_rate = excluded.next_rate, next_rate_at = excluded.next_rate_at, read_failures = 0, read_at = excluded.found_at`.execute(tx);
}

/** Of these stores, those that had a token by then. */
export async function listWithToken(tx: Queryable, storeIds: readonly StoreId[], by: Date): Promise<Set<StoreId>> {
  const { rows } = await sql<{ id: StoreId }>`
    select store_id as id from store_epusdt where store_id = any(${storeIds}::text[]) and created_at <= ${by}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export async function replaceEpusdtToken(tx: Tx, storeId: StoreId, sealed: Buffer): Promise<void> {
  await sql`update store_epusdt set token_sealed = ${sealed} where store_id = ${storeId}`.execute(tx);
}

export type OfferedStore = StoreByKey & EpusdtRecord;

/** Switched on, of stores that were not deleted. */
export async function listOffered(tx: Queryable, merchantIds: readonly string[]): Promise<OfferedStore[]> {
  const { rows } = await sql<OfferedStore>`
    select ${STORE_COLUMNS}, ${COLUMNS}, s.status = 'Active' and u.disabled_at is null as active
      from store_epusdt e join stores s on s.id = e.store_id left join users u on u.id = s.user_id
     where e.enabled and s.deleted_at is null and s.merchant_id = any(${merchantIds}) order by e.store_id`.execute(tx);
  return rows;
}

/** Stores whose waiting rate is due, or of one owner all that wait. */
export async function listWaitingRates(tx: Queryable, of: PendingOf): Promise<{ id: StoreId; userId: UserId }[]> {
  const { rows } = await sql<{ id: StoreId; userId: UserId }>`
    select e.store_id as id, s.user_id as "userId" from store_epusdt e join stores s on s.id = e.store_id
     where e.next_rate_at is not null and s.deleted_at is null
       and ${'dueAt' in of ? sql`e.next_rate_at <= ${of.dueAt}` : sql`s.user_id = ${of.userId}`}
     order by e.store_id limit 1000`.execute(tx);
  return rows;
}

/** The pause doubles with each failure in a row, from five minutes to an hour: what was found is used for a day. */
const DUE = sql`(e.read_at is null or e.read_failures = 0
  or e.read_at + least(interval '5 minutes' * power(2, least(e.read_failures, 10) - 1), interval '1 hour') <= `;

/** Those due, in turns: the first of every account before the second of any, and the longest unread first. */
export async function listReadRates(tx: Queryable, now: Date): Promise<EpusdtRecord[]> {
  const { rows } = await sql<EpusdtRecord>`
    select ${COLUMNS} from store_epusdt e join stores s on s.id = e.store_id
     where e.enabled and 'address' in (e.rate_source, e.next_rate ->> 'source') and s.deleted_at is null and s.status = 'Active' and ${DUE}${now})
     order by row_number() over (partition by s.user_id order by e.read_at nulls first, e.store_id), e.read_at nulls first, e.store_id`.execute(
    tx,
  );
  return rows;
}

export async function storeReadFailure(tx: Queryable, { storeId }: EpusdtRecord, at: Date): Promise<void> {
  await sql`update store_epusdt set read_failures = read_failures + 1, read_at = ${at} where store_id = ${storeId}`.execute(tx);
}

/** Unless the store changed its address meanwhile. */
export async function storeFoundRate(
  tx: Queryable,
  { storeId, rateUrl, ratePath }: EpusdtRecord,
  foundMicros: bigint,
  at: Date,
): Promise<void> {
  await sql`
    update store_epusdt set found_rate = ${foundMicros}, found_at = ${at}, read_failures = 0, read_at = ${at}
     where store_id = ${storeId} and rate_url = ${rateUrl} and rate_path = ${ratePath}`.execute(tx);
}

/** Of the rate that waits, unless it was replaced meanwhile. */
export async function storeFoundNext(tx: Queryable, { storeId, nextAt }: EpusdtRecord, foundMicros: bigint, at: Date): Promise<void> {
  const found = JSON.stringify({ found: shortMicros(foundMicros), foundAt: at.toISOString() });
  await sql`
    update store_epusdt set next_rate = next_rate || ${found}::jsonb, read_failures = 0, read_at = ${at}
     where store_id = ${storeId} and next_rate_at = ${nextAt}`.execute(tx);
}
