import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/db/db';
import type { UserId } from '../../platform/id-types';

/** Added, or subtracted when negative. */
export type RevenueStep = { readonly userId: UserId; readonly at: Date; readonly amountMicros: bigint; readonly invoices: 1 | -1 };

/** In the settling transaction. Rows are locked in a fixed order, so that settlements of several networks never deadlock here. */
export async function addRevenue(tx: Tx, steps: readonly RevenueStep[], timeZone: string): Promise<void> {
  const given = steps.map(({ userId, at, amountMicros, invoices }) => ({ user: userId, at, amount: amountMicros.toString(), invoices }));
  await sql`
    with steps as (
      select "user" as user_id, (at at time zone ${timeZone})::date as day, sum(amount)::bigint as amount, sum(invoices)::bigint as invoices
        from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as s ("user" text, at timestamptz, amount bigint, invoices integer)
       group by 1, 2),
    of_users as (
      insert into revenue_days as r (user_id, day, amount, invoices) select * from steps order by user_id, day
      on conflict (user_id, day) do update set amount = r.amount + excluded.amount, invoices = r.invoices + excluded.invoices)
    insert into platform_revenue_days as r (day, shard, amount, invoices)
    select day, pg_backend_pid() % 32, sum(amount), sum(invoices) from steps group by day order by day
    on conflict (day, shard) do update set amount = r.amount + excluded.amount, invoices = r.invoices + excluded.invoices`.execute(tx);
}

export type RevenueSums = { readonly amount: bigint; readonly invoices: number };
export type RevenuePeriods = Readonly<Record<'allTime' | 'month' | 'week' | 'today' | 'yesterday', RevenueSums>>;
/** First days of the running month and week, today and yesterday, as YYYY-MM-DD. */
export type PeriodDays = { readonly month: string; readonly week: string; readonly today: string; readonly yesterday: string };

type SumsRow = Record<keyof RevenuePeriods, bigint> & { readonly [K in keyof RevenuePeriods as `${K}Count`]: number };

/** Of a user, or of the whole platform: some rows per day, whatever the number of invoices. */
export async function readRevenue(tx: Queryable, userId: UserId | undefined, days: PeriodDays): Promise<RevenuePeriods> {
  const source = userId === undefined ? sql`platform_revenue_days` : sql`revenue_days where user_id = ${userId}`;
  const from = (day: string) => sql`filter (where day >= ${day}::date)`;
  const only = (day: string) => sql`filter (where day = ${day}::date)`;
  const sums = (name: keyof RevenuePeriods, filter = sql``) => sql`
    coalesce(sum(amount) ${filter}, 0)::bigint as ${sql.ref(name)}, coalesce(sum(invoices) ${filter}, 0)::double precision as ${sql.ref(`${name}Count`)}`;
  const { rows } = await sql<SumsRow>`
    select ${sums('allTime')}, ${sums('month', from(days.month))}, ${sums('week', from(days.week))},
           ${sums('today', only(days.today))}, ${sums('yesterday', only(days.yesterday))}
      from ${source}`.execute(tx);
  const [row] = rows;
  const period = (name: keyof RevenuePeriods): RevenueSums => ({ amount: row?.[name] ?? 0n, invoices: row?.[`${name}Count`] ?? 0 });
  return {
    allTime: period('allTime'),
    month: period('month'),
    week: period('week'),
    today: period('today'),
    yesterday: period('yesterday'),
  };
}

/** The revenue of the best day since `first`; 0 where there was none. */
export async function readGreatestDay(tx: Queryable, userId: UserId, first: string): Promise<bigint> {
  const { rows } = await sql<{ amount: bigint }>`
    select coalesce(max(amount), 0)::bigint as amount from revenue_days where user_id = ${userId} and day >= ${first}::date`.execute(tx);
  return rows[0]?.amount ?? 0n;
}

export type RevenueDaySums = RevenueSums & { readonly day: string };

/** Every day from `first` to `last`, including days without revenue. */
export async function listRevenueDays(
  tx: Queryable,
  userId: UserId | undefined,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<RevenueDaySums[]> {
  const source =
    userId === undefined ? sql`platform_revenue_days r on r.day = d.day` : sql`revenue_days r on r.day = d.day and r.user_id = ${userId}`;
  const { rows } = await sql<RevenueDaySums>`
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(sum(r.amount), 0)::bigint as amount,
           coalesce(sum(r.invoices), 0)::double precision as invoices
      from (select generate_series(${first}::date, ${last}::date, interval '1 day')::date as day) d left join ${source}
     group by d.day order by d.day`.execute(tx);
  return rows;
}
