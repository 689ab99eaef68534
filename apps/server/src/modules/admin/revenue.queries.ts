import { sql } from 'kysely';
import type { Queryable } from '../../platform/db';

export type RevenueDay = { readonly day: string; readonly value: bigint; readonly count: number };

/** One row per day and shard: some thousands in ten years. */
export async function listRevenueDays(tx: Queryable): Promise<RevenueDay[]> {
  const { rows } = await sql<RevenueDay>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(amount)::bigint as value, sum(invoices)::integer as count
      from platform_revenue_days r group by r.day order by 1`.execute(tx);
  return rows;
}
