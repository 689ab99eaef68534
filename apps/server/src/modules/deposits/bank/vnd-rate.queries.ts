import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';

export async function readStoredRate(tx: Queryable): Promise<bigint | undefined> {
  const { rows } = await sql<{ rate: bigint }>`select rate from vnd_rate`.execute(tx);
  return rows[0]?.rate;
}

export async function storeRate(tx: Queryable, rateMicros: bigint, fetchedAt: Date): Promise<void> {
  await sql`
    insert into vnd_rate (rate, fetched_at) values (${rateMicros}, ${fetchedAt})
    on conflict (id) do update set rate = excluded.rate, fetched_at = excluded.fetched_at`.execute(tx);
}
