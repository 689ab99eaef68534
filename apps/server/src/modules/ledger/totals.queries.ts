import { sql } from 'kysely';
import { assertDefined } from '../../platform/assert';
import type { Queryable } from '../../platform/db/db';
import type { UserId } from '../../platform/id-types';

/**
 * Roll-ups. The ledger check folds each account's entries, up to a version, into ledger_checkpoints and ledger_days; readers add later
 * entries. So postings pay nothing for statistics, and statistics are exact at any time: per account, versions have no gaps.
 */
const TAIL = sql`ledger_entries e where e.account_id = a.id and e.version > coalesce(c.version, 0) and e.balance_delta <> 0`;
/** Per account through the primary key: `offset 0` keeps the planner from reading the whole journal for a few rows. */
const RECENT = sql`(select e.balance_delta, e.kind, e.created_at from ${TAIL} offset 0)`;
const ACCOUNTS = sql`ledger_accounts a left join ledger_checkpoints c on c.account_id = a.id`;

export type AccountTotals = {
  readonly accountId: bigint;
  /** Entries that changed the balance: the lines of the transactions list. */
  readonly lines: number;
  /** Fees minus refunds. */
  readonly used: bigint;
  readonly deposited: bigint;
};

export async function readTotals(tx: Queryable, userIds: readonly UserId[]): Promise<Map<UserId, AccountTotals>> {
  const { rows } = await sql<AccountTotals & { userId: UserId }>`
    select a.user_id as "userId", a.id as "accountId", (coalesce(c.lines, 0) + r.lines)::double precision as lines,
           (r.used - coalesce(c.fee + c.refund, 0))::bigint as used, (r.deposited + coalesce(c.usdt + c.bank, 0))::bigint as deposited
      from ${ACCOUNTS}
     cross join lateral (
       select count(*) as lines, -coalesce(sum(e.balance_delta) filter (where e.kind in ('fee', 'refund')), 0) as used,
              coalesce(sum(e.balance_delta) filter (where e.kind in ('usdt', 'bank')), 0) as deposited
         from ${TAIL}) r
     where a.user_id = any(${userIds})`.execute(tx);
  return new Map(rows.map(({ userId, ...totals }) => [userId, totals]));
}

export async function findAccountIds(tx: Queryable, userIds: readonly UserId[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`select id from ledger_accounts where user_id = any(${userIds})`.execute(tx);
  return rows.map(({ id }) => id);
}

export type PlatformTotals = Omit<AccountTotals, 'accountId'> & { readonly balance: bigint; readonly held: bigint; readonly owed: bigint };

export async function readPlatformTotals(tx: Queryable): Promise<PlatformTotals> {
  const { rows } = await sql<PlatformTotals>`
    with standing as (
      select coalesce(sum(a.balance), 0)::bigint as balance, coalesce(sum(a.held), 0)::bigint as held, coalesce(sum(a.owed), 0)::bigint as owed,
             coalesce(sum(c.lines), 0) as lines, -coalesce(sum(c.fee + c.refund), 0) as used, coalesce(sum(c.usdt + c.bank), 0) as deposited
        from ${ACCOUNTS}
    ), recent as (
      select count(*) as lines, -coalesce(sum(r.balance_delta) filter (where r.kind in ('fee', 'refund')), 0) as used,
             coalesce(sum(r.balance_delta) filter (where r.kind in ('usdt', 'bank')), 0) as deposited
        from ${ACCOUNTS} cross join lateral ${RECENT} r
       where a.version > coalesce(c.version, 0)
    )
    select s.balance, s.held, s.owed, (s.lines + r.lines)::double precision as lines, (s.used + r.used)::bigint as used,
           (s.deposited + r.deposited)::bigint as deposited
      from standing s, recent r`.execute(tx);
  return assertDefined(rows[0], 'sums');
}

/** Changes of balances by reason; fees are negative, as in the ledger. */
export type MovedSums = {
  readonly lines: number;
  readonly usdt: bigint;
  readonly bank: bigint;
  readonly fee: bigint;
  readonly refund: bigint;
  readonly adjust: bigint;
};
export type DaySums = MovedSums & { readonly day: string };
/** Days of the business time zone (YYYY-MM-DD), both included; no user: the whole platform. */
export type DayRange = { readonly userId?: UserId; readonly fromDay: string; readonly toDay: string };

function days({ userId, fromDay, toDay }: DayRange, timeZone: string) {
  const ofUser = userId === undefined ? sql`` : sql`and account_id = (select id from ledger_accounts where user_id = ${userId})`;
  const isUser = userId === undefined ? sql`` : sql`and a.user_id = ${userId}`;
  const day = sql`(r.created_at at time zone ${timeZone})::date`;
  const of = (kind: string) => sql`case r.kind when ${kind} then r.balance_delta else 0 end`;
  return sql`
    select day, lines, usdt, bank, fee, refund, adjust from ledger_days where day between ${fromDay}::date and ${toDay}::date ${ofUser}
     union all
    select ${day}, 1, ${of('usdt')}, ${of('bank')}, ${of('fee')}, ${of('refund')}, ${of('adjust')}
      from ${ACCOUNTS} cross join lateral ${RECENT} r
     where a.version > coalesce(c.version, 0) and ${day} between ${fromDay}::date and ${toDay}::date ${isUser}`;
}
const SUMS = sql`
  coalesce(sum(lines), 0)::double precision as lines, coalesce(sum(usdt), 0)::bigint as usdt, coalesce(sum(bank), 0)::bigint as bank,
  coalesce(sum(fee), 0)::bigint as fee, coalesce(sum(refund), 0)::bigint as refund, coalesce(sum(adjust), 0)::bigint as adjust`;

export async function sumDays(tx: Queryable, range: DayRange, timeZone: string): Promise<MovedSums> {
  const { rows } = await sql<MovedSums>`select ${SUMS} from (${days(range, timeZone)}) d`.execute(tx);
  return assertDefined(rows[0], 'sums');
}

export async function listDays(tx: Queryable, range: DayRange, timeZone: string): Promise<DaySums[]> {
  const { rows } = await sql<DaySums>`
    select to_char(day, 'YYYY-MM-DD') as day, ${SUMS} from (${days(range, timeZone)}) d group by day order by day`.execute(tx);
  return rows;
}
