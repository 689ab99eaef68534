import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';

export type StoredRate = { readonly micros: bigint; readonly readAt: Date };

export async function findStoredRate(tx: Queryable): Promise<StoredRate | undefined> {
  const { rows } = await sql<StoredRate>`select rate as micros, fetched_at as "readAt" from vnd_rate`.execute(tx);
  return rows[0];
}

export async function storeRate(tx: Queryable, rateMicros: bigint, fetchedAt: Date): Promise<void> {
  await sql`
    insert into vnd_rate (rate, fetched_at) values (${rateMicros}, ${fetchedAt})
    on conflict (id) do update set rate = excluded.rate, fetched_at = excluded.fetched_at`.execute(tx);
}
