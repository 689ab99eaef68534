import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/db/db';
import { findLastCheck } from './check/ledger-check.queries';

/** The platform's fees minus refunds, by business day; debt counts, since the platform has charged it. */
export type FeeDay = { readonly day: string; readonly charged: bigint };
/** From this day of the business time zone (YYYY-MM-DD) on; without one: from the beginning. */
export type FeeRange = { readonly fromDay?: string };

/** No posting takes this long from its timestamp to its commit: statements end after 15 s, idle transactions after 30. */
const LATE_COMMIT_MINUTES = 10;
const MOVED = sql`e.balance_delta + e.receivable_delta`;

/** Part of the fold: of exactly the entries that go into ledger_days at the same time. */
export async function foldFeeDays(tx: Tx, timeZone: string): Promise<void> {
  await sql`
    insert into ledger_fee_days (day, fee, refund)
    select (e.created_at at time zone ${timeZone})::date, coalesce(sum(${MOVED}) filter (where e.kind = 'fee'), 0),
           coalesce(sum(${MOVED}) filter (where e.kind = 'refund'), 0)
      from ledger_verdicts v
      left join ledger_checkpoints c on c.account_id = v.account_id
     cross join lateral (
       select * from ledger_entries j
        where j.account_id = v.account_id and j.version > coalesce(c.version, 0) and j.version <= v.version offset 0) e
     where cardinality(v.faults) = 0 and v.version > coalesce(c.version, 0) and e.kind in ('fee', 'refund') and ${MOVED} <> 0
     group by 1
    on conflict (day) do update set fee = ledger_fee_days.fee + excluded.fee, refund = ledger_fee_days.refund + excluded.refund`.execute(
    tx,
  );
}

/**
 * The folded days and later entries. Those are found by time, since iterating over accounts would grow with their number; the account's
 * checkpoint says whether an entry is folded. An account that failed the check is not folded and is read completely.
 */
export async function listFeeDays(tx: Queryable, { fromDay }: FeeRange, timeZone: string): Promise<FeeDay[]> {
  const last = await findLastCheck(tx);
  const since = last === undefined ? new Date(0) : new Date(last.checkedAt.getTime() - LATE_COMMIT_MINUTES * 60_000);
  const unfolded = sql`ledger_entries e left join ledger_checkpoints c on c.account_id = e.account_id
    where e.version > coalesce(c.version, 0) and e.account_id not in (select id from faulty)`;
  const { rows } = await sql<FeeDay>`
    with faulty as (
      select a.id from (select detail from ledger_checks order by id desc limit 1) k, jsonb_array_elements(k.detail) f
        join ledger_accounts a on a.user_id = f->>'subject'
    ), recent as (
      select e.created_at, ${MOVED} as moved from ${unfolded} and e.kind = 'fee' and e.balance_delta <> 0 and e.created_at >= ${since}
      union all
      select e.created_at, ${MOVED} from ${unfolded} and e.kind = 'refund' and e.balance_delta <> 0 and e.created_at >= ${since}
      union all
      select e.created_at, ${MOVED} from ${unfolded} and e.kind in ('fee', 'refund') and e.balance_delta = 0 and e.receivable_delta <> 0
         and e.created_at >= ${since}
      union all
      select e.created_at, ${MOVED} from faulty left join ledger_checkpoints c on c.account_id = faulty.id
       cross join lateral (
         select * from ledger_entries j where j.account_id = faulty.id and j.version > coalesce(c.version, 0) offset 0) e
       where e.kind in ('fee', 'refund')
    ), days as (
      select day, fee + refund as moved from ledger_fee_days
      union all
      select (created_at at time zone ${timeZone})::date, moved from recent where moved <> 0
    )
    select to_char(day, 'YYYY-MM-DD') as day, -sum(moved)::bigint as charged from days
     where day >= coalesce(${fromDay ?? null}::date, '-infinity')
     group by day order by day`.execute(tx);
  return rows;
}
