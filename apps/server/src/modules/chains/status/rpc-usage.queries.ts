import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import type { DayCount } from '../rpc/usage-meter';

/** Counts of requests stay far below 2^53. */
const toNumber = (count: bigint): number => Number.parseInt(count.toString(), 10);

export type UsageTotal = DayCount & { readonly network: string; readonly node: string };
export type UsageRow = UsageTotal & { readonly budget: number | undefined };

/** Adds to the totals of all processes and returns them. In a fixed order, so that two processes never deadlock. */
export async function addUsage(tx: Queryable, rows: readonly UsageRow[]): Promise<UsageTotal[]> {
  const sorted = [...rows].sort((a, b) => `${a.network} ${a.node} ${a.day}`.localeCompare(`${b.network} ${b.node} ${b.day}`));
  const { rows: totals } = await sql<{ network: string; node: string; day: string; requests: bigint; lookUps: bigint }>`
    insert into rpc_usage as u (network, node, day, requests, look_ups, budget)
    select * from unnest(
      ${sorted.map(({ network }) => network)}::text[], ${sorted.map(({ node }) => node)}::text[], ${sorted.map(({ day }) => day)}::date[],
      ${sorted.map(({ requests }) => requests)}::bigint[], ${sorted.map(({ lookUps }) => lookUps)}::bigint[],
      ${sorted.map(({ budget }) => budget ?? null)}::bigint[])
    on conflict (network, node, day) do update set requests = u.requests + excluded.requests,
      look_ups = u.look_ups + excluded.look_ups, budget = excluded.budget
    returning u.network, u.node, u.day::text as day, u.requests, u.look_ups as "lookUps"`.execute(tx);
  return totals.map((total) => ({ ...total, requests: toNumber(total.requests), lookUps: toNumber(total.lookUps) }));
}

export type Spending = { readonly network: string; readonly node: string; readonly requests: number; readonly budget: number | null };

export async function listSpending(tx: Queryable, day: string): Promise<Spending[]> {
  const { rows } = await sql<{ network: string; node: string; requests: bigint; budget: bigint | null }>`
    select network, node, requests, budget from rpc_usage where day = ${day}::date order by network, node`.execute(tx);
  return rows.map((row) => ({ ...row, requests: toNumber(row.requests), budget: row.budget === null ? null : toNumber(row.budget) }));
}

export async function deleteUsageBefore(tx: Queryable, day: string): Promise<void> {
  await sql`delete from rpc_usage where day < ${day}::date`.execute(tx);
}
