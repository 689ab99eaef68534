import { sql } from 'kysely';
import { assertDefined } from '../../../platform/assert';
import type { Queryable, Tx } from '../../../platform/db/db';
import { type Finding, usd } from './findings';

export type CheckMode = 'full' | 'incremental';
/** `text` has both sides: what the account says and what its entries give. */
export type AccountFault = { readonly subject: string; readonly faults: readonly string[]; readonly text: string };
export type StoredCheck = { readonly checkedAt: Date; readonly mode: CheckMode; readonly entries: number; readonly differences: number };

const CHECK_LOCK = 46_001; // pg_advisory_xact_lock: one check at a time, since both would fold the same entries
const FAULTS_MAX = 200;

/** Journal and accounts are read by several statements in one snapshot. */
export async function prepareCheck(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(tx);
  await sql`set local statement_timeout = 0`.execute(tx); // a full check reads everything
  await sql`select pg_advisory_xact_lock(${CHECK_LOCK}::bigint)`.execute(tx);
}

/** The previously verified state of each account; empty for a full check. Sums by kind have a fixed order. */
const BASE = {
  full: sql`
    select id as account_id, 0 as version, 0 as balance, 0 as held, 0 as owed, 0 as owed_other, 0 as lines,
           0 as usdt, 0 as bank, 0 as fee, 0 as refund, 0 as adjust from ledger_accounts`,
  incremental: sql`
    select a.id as account_id, coalesce(c.version, 0) as version, coalesce(c.balance, 0) as balance, coalesce(c.held, 0) as held,
           coalesce(c.owed, 0) as owed, coalesce(c.owed_other, 0) as owed_other, coalesce(c.lines, 0) as lines, coalesce(c.usdt, 0) as usdt,
           coalesce(c.bank, 0) as bank, coalesce(c.fee, 0) as fee, coalesce(c.refund, 0) as refund, coalesce(c.adjust, 0) as adjust
      from ledger_accounts a left join ledger_checkpoints c on c.account_id = a.id
     where (a.version, a.balance, a.held, a.owed, a.owed_other) is distinct from (c.version, c.balance, c.held, c.owed, c.owed_other)`,
} as const;
/** The entries that a check reads. */
export const ENTRIES = {
  full: sql`ledger_entries e`,
  // Per account through the primary key: `offset 0` keeps the planner from reading the whole journal for a few rows.
  incremental: sql`ledger_base b cross join lateral (
    select * from ledger_entries j where j.account_id = b.account_id and j.version > b.version offset 0) e`,
} as const;

/** The valid shapes of a row in its phase. */
const SHAPE = sql`
  case e.phase
    when 'pending' then e.held_delta > 0 and e.balance_delta = 0 and e.receivable_delta = 0 and e.ends_hold is null
    when 'voided' then e.held_delta < 0 and e.balance_delta = 0 and e.receivable_delta = 0 and e.ends_hold < e.version
    when 'posted' then (e.balance_delta <> 0 or e.receivable_delta <> 0)
      and case when e.ends_hold is null then e.held_delta = 0 else e.held_delta < 0 and e.ends_hold < e.version end
    else false
  end`;

/**
 * The single pass over the journal, grouped by account and the few text values, so that no text is compared row by row: the number of
 * entries, their sums, and whether each "after" is the next one's "before".
 */
const GROUPS = sql`
  e.account_id, e.kind, e.platform_account, count(*) as entries, count(*) filter (where e.balance_delta <> 0) as lines,
  sum(e.balance_delta) as moved, sum(e.held_delta) as held, -sum(e.receivable_delta) as owed,
  bit_xor(ledger_state_hash(e.version, e.balance_after, e.held_after, e.owed_after)
    # ledger_state_hash(e.version - 1, e.balance_after - e.balance_delta, e.held_after - e.held_delta, e.owed_after + e.receivable_delta)) as links,
  bool_and(e.held_after >= 0 and e.balance_after >= e.held_after and e.owed_after >= 0) as never_overdrawn,
  coalesce(bool_and(${SHAPE}), false) as shape`;

const SUMS = sql`
  account_id, sum(entries)::bigint as entries, sum(lines)::bigint as lines, sum(moved)::bigint as balance, sum(held)::bigint as held,
  sum(owed)::bigint as owed, coalesce(sum(owed) filter (where kind <> 'fee'), 0)::bigint as owed_other,
  coalesce(sum(moved) filter (where kind = 'usdt'), 0)::bigint as usdt, coalesce(sum(moved) filter (where kind = 'bank'), 0)::bigint as bank,
  coalesce(sum(moved) filter (where kind = 'fee'), 0)::bigint as fee, coalesce(sum(moved) filter (where kind = 'refund'), 0)::bigint as refund,
  coalesce(sum(moved) filter (where kind = 'adjust'), 0)::bigint as adjust, bit_xor(links) as links, bool_and(platform_account is not null) as zero_sum,
  bool_and(never_overdrawn) as never_overdrawn,
  bool_and(shape and kind in ('usdt', 'bank', 'fee', 'refund', 'adjust')
    and platform_account in ('fees', 'usdt_clearing', 'bank_clearing', 'adjustments')) as shape`;

/** Of an account's unfolded entries: the sums by kind. */
const KINDS = sql`
  count(*) filter (where e.balance_delta <> 0) as lines,
  coalesce(sum(e.balance_delta) filter (where e.kind = 'usdt'), 0) as usdt, coalesce(sum(e.balance_delta) filter (where e.kind = 'bank'), 0) as bank,
  coalesce(sum(e.balance_delta) filter (where e.kind = 'fee'), 0) as fee, coalesce(sum(e.balance_delta) filter (where e.kind = 'refund'), 0) as refund,
  coalesce(sum(e.balance_delta) filter (where e.kind = 'adjust'), 0) as adjust`;

/** The verified and the new entries together: the expected state of the account. */
const SEEN = sql`
  coalesce(b.account_id, s.account_id) as account_id, coalesce(b.version, 0) + coalesce(s.entries, 0) as version,
  coalesce(s.entries, 0) as entries, coalesce(b.balance, 0) + coalesce(s.balance, 0) as balance,
  coalesce(b.held, 0) + coalesce(s.held, 0) as held, coalesce(b.owed, 0) + coalesce(s.owed, 0) as owed,
  coalesce(b.owed_other, 0) + coalesce(s.owed_other, 0) as owed_other, coalesce(b.lines, 0) + coalesce(s.lines, 0) as lines,
  coalesce(b.usdt, 0) + coalesce(s.usdt, 0) as usdt, coalesce(b.bank, 0) + coalesce(s.bank, 0) as bank,
  coalesce(b.fee, 0) + coalesce(s.fee, 0) as fee, coalesce(b.refund, 0) + coalesce(s.refund, 0) as refund,
  coalesce(b.adjust, 0) + coalesce(s.adjust, 0) as adjust,
  coalesce(s.links, 0) # ledger_state_hash(b.version, b.balance, b.held, b.owed) as last_state,
  coalesce(s.zero_sum, true) as zero_sum, coalesce(s.never_overdrawn, true) as never_overdrawn,
  coalesce(s.shape, true) as shape`;

/** c: what is folded; r: what came after it; d: the folded days. */
const FAULTS = sql`
  array_remove(array[
    case when not s.zero_sum then 'zero_sum' end,
    case when s.balance is distinct from a.balance then 'balance' end,
    case when s.version is distinct from a.version or c.version > a.version then 'gapless' end,
    case when s.last_state is distinct from ledger_state_hash(a.version, a.balance, a.held, a.owed) then 'links' end,
    case when not s.never_overdrawn or a.held < 0 or a.balance < a.held or a.owed < a.owed_other or a.owed_other < 0 then 'never_overdrawn' end,
    case when not s.shape then 'shape' end,
    case when s.held is distinct from a.held or exists (select 1 from ledger_stray_ends e where e.account_id = s.account_id) then 'holds' end,
    case when s.owed is distinct from a.owed or s.owed_other is distinct from a.owed_other then 'owed' end,
    case when (s.lines, s.usdt, s.bank, s.fee, s.refund, s.adjust) is distinct from
           (coalesce(c.lines, 0) + r.lines, coalesce(c.usdt, 0) + r.usdt, coalesce(c.bank, 0) + r.bank, coalesce(c.fee, 0) + r.fee,
            coalesce(c.refund, 0) + r.refund, coalesce(c.adjust, 0) + r.adjust) then 'totals' end,
    case when (coalesce(c.lines, 0), coalesce(c.usdt, 0), coalesce(c.bank, 0), coalesce(c.fee, 0), coalesce(c.refund, 0), coalesce(c.adjust, 0))
           is distinct from (d.lines, d.usdt, d.bank, d.fee, d.refund, d.adjust) then 'days' end], null)`;

export async function computeVerdicts(tx: Tx, mode: CheckMode): Promise<void> {
  await sql`create temporary table ledger_base on commit drop as ${BASE[mode]}`.execute(tx);
  // Separate statements, so that PostgreSQL runs the passes over the journal in parallel.
  await sql`
    create temporary table ledger_groups on commit drop as
    select ${GROUPS} from ${ENTRIES[mode]} group by e.account_id, e.kind, e.platform_account`.execute(tx);
  await sql`create temporary table ledger_sums on commit drop as select ${SUMS} from ledger_groups group by account_id`.execute(tx);
  await sql`
    create temporary table ledger_stray_ends on commit drop as
    select distinct e.account_id from ${ENTRIES[mode]}
      left join ledger_entries h on h.account_id = e.account_id and h.version = e.ends_hold and h.phase = 'pending' and h.held_delta = -e.held_delta
        and h.reference = e.reference and h.kind = e.kind and h.platform_account = e.platform_account and -e.balance_delta <= h.held_delta
     where e.ends_hold is not null and h.version is null`.execute(tx);
  await sql`
    create temporary table ledger_verdicts on commit drop as
    with seen as (
      select ${SEEN} from ledger_base b full join ledger_sums s on s.account_id = b.account_id) -- full: also rows of an account that does not exist
    select s.*, coalesce(a.user_id, 'no account with id ' || s.account_id) as subject, ${FAULTS} as faults
      from seen s
      left join ledger_accounts a on a.id = s.account_id
      left join ledger_checkpoints c on c.account_id = s.account_id
     cross join lateral (
       select ${KINDS} from ledger_entries e where e.account_id = s.account_id and e.version > coalesce(c.version, 0)) r
     cross join lateral (
       select coalesce(sum(lines), 0) as lines, coalesce(sum(usdt), 0) as usdt, coalesce(sum(bank), 0) as bank, coalesce(sum(fee), 0) as fee,
              coalesce(sum(refund), 0) as refund, coalesce(sum(adjust), 0) as adjust
         from ledger_days where account_id = s.account_id) d`.execute(tx);
}

export async function readVerdicts(tx: Tx): Promise<{ entries: number; accounts: number; faults: AccountFault[] }> {
  const { rows } = await sql<{ entries: number; accounts: number }>`
    select coalesce(sum(entries), 0)::double precision as entries, count(*)::double precision as accounts from ledger_verdicts`.execute(tx);
  const faults = await sql<AccountFault>`
    select v.subject, v.faults,
           format('account %s: balance %s (its entries give %s), held %s (%s), owed %s (%s), last entry %s (%s)', v.account_id, ${usd('a.balance')},
             ${usd('v.balance')}, ${usd('a.held')}, ${usd('v.held')}, ${usd('a.owed')}, ${usd('v.owed')}, coalesce(a.version, 0), v.version) as text
      from ledger_verdicts v left join ledger_accounts a on a.id = v.account_id
     where cardinality(v.faults) > 0 order by v.account_id limit ${FAULTS_MAX}`.execute(tx);
  return { ...assertDefined(rows[0], 'a sum'), faults: faults.rows };
}

/** `detail`: accounts, whose entries stay unfolded, and findings, each with its text. */
export async function saveCheck(tx: Tx, check: StoredCheck, detail: readonly (AccountFault | Finding)[]): Promise<void> {
  await sql`
    insert into ledger_checks (checked_at, mode, entries, differences, detail)
    values (${check.checkedAt}, ${check.mode}, ${check.entries}, ${check.differences}, ${JSON.stringify(detail)})`.execute(tx);
}

/**
 * What a full check found stays until a full check finds nothing: an incremental one does not look there again. Between two full checks are
 * the incremental ones of a day.
 */
export async function findLastCheck(tx: Queryable): Promise<StoredCheck | undefined> {
  const { rows } = await sql<StoredCheck>`
    select k.checked_at as "checkedAt", k.mode, k.entries::double precision as entries,
           greatest(k.differences, case when k.mode = 'incremental' then
             (select f.differences from ledger_checks f where f.mode = 'full' order by f.id desc limit 1) end)::double precision as differences
      from ledger_checks k order by k.id desc limit 1`.execute(tx);
  return rows[0];
}
