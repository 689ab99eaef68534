import type { Network } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable } from '../platform/db/db';
import { firstIdAt } from '../platform/ids';

export type WatchedCount = { readonly family: string; readonly addresses: number };
export type OfferedCount = { readonly networks: readonly Network[]; readonly day: string; readonly invoices: number };

/** Stores of merchants that are not deleted, and addresses that the nodes are asked about. */
export async function countWatched(db: Queryable): Promise<{ stores: number; watched: WatchedCount[] }> {
  const { rows: watched } = await sql<WatchedCount>`
    select family, count(distinct address_key)::integer as addresses from watched_addresses group by family`.execute(db);
  const { rows } = await sql<{
    stores: number;
  }>`select count(*)::integer as stores from stores where deleted_at is null and user_id is not null`.execute(db);
  return { stores: rows[0]?.stores ?? 0, watched };
}

/** Invoices by day and by the networks that they offer. */
export async function countOffered(db: Queryable, since: Date): Promise<OfferedCount[]> {
  const { rows } = await sql<OfferedCount>`
    select networks, date_trunc('day', created_at)::date::text as day, count(*)::integer as invoices
      from invoices where id >= ${firstIdAt('invoice', since)} group by 1, 2`.execute(db);
  return rows;
}
