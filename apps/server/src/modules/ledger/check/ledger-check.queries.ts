import { sql } from 'kysely';
import { must } from '../../../platform/assert';
import type { Queryable, Tx } from '../../../platform/db/db';

export type CheckMode = 'full' | 'incremental';
export type WalletFault = { readonly subject: string; readonly faults: readonly string[] };
export type StoredCheck = { readonly checkedAt: Date; readonly mode: CheckMode; readonly transfers: number; readonly differences: number };

const CHECK_LOCK = 46_001; // pg_advisory_xact_lock: one check at a time, since both would fold the same transfers
const FAULTS_MAX = 200;

/** Journal and wallets are read by several statements, all as of one moment. */
export async function prepareCheck(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(tx);
  await sql`set local statement_timeout = 0`.execute(tx); // a full check reads everything
  await sql`select pg_advisory_xact_lock(${CHECK_LOCK}::bigint)`.execute(tx);
}

/** What was proven of each wallet before; nothing for a full check. Sums by kind are in one order everywhere. */
const BASE = {
  full: sql`
    select id as wallet_id, 0 as version, 0 as balance, 0 as held, 0 as owed, 0 as owed_other, 0 as lines,
           0 as usdt, 0 as bank, 0 as fee, 0 as refund, 0 as adjust from ledger_wallets`,
  incremental: sql`
    select w.id as wallet_id, coalesce(c.version, 0) as version, coalesce(c.balance, 0) as balance, coalesce(c.held, 0) as held,
           coalesce(c.owed, 0) as owed, coalesce(c.owed_other, 0) as owed_other, coalesce(c.lines, 0) as lines, coalesce(c.usdt, 0) as usdt,
           coalesce(c.bank, 0) as bank, coalesce(c.fee, 0) as fee, coalesce(c.refund, 0) as refund, coalesce(c.adjust, 0) as adjust
      from ledger_wallets w left join ledger_checkpoints c on c.wallet_id = w.id
     where (w.version, w.balance, w.held, w.owed, w.owed_other) is distinct from (c.version, c.balance, c.held, c.owed, c.owed_other)`,
} as const;
const TRANSFERS = {
  full: sql`ledger_transfers t`,
  // Wallet by wallet through the primary key: `offset 0` keeps the planner from reading the whole journal for a handful of rows.
  incremental: sql`ledger_base b cross join lateral (
    select * from ledger_transfers j where j.wallet_id = b.wallet_id and j.version > b.version offset 0) t`,
} as const;

/** What a row may look like in its phase. */
const SHAPE = sql`
  case t.phase
    when 'pending' then t.held_delta > 0 and t.wallet_delta = 0 and t.receivable_delta = 0 and t.ends_hold is null
    when 'voided' then t.held_delta < 0 and t.wallet_delta = 0 and t.receivable_delta = 0 and t.ends_hold < t.version
    when 'posted' then (t.wallet_delta <> 0 or t.receivable_delta <> 0)
      and case when t.ends_hold is null then t.held_delta = 0 else t.held_delta < 0 and t.ends_hold < t.version end
    else false
  end`;

/**
 * The one pass over the journal, by wallet and by the few words in it, so that no word is compared row by row: the number of
 * transfers, their sums, and whether each "after" is the next one's "before".
 */
const GROUPS = sql`
  t.wallet_id, t.kind, t.platform_account, count(*) as transfers, count(*) filter (where t.wallet_delta <> 0) as lines,
  sum(t.wallet_delta) as moved, sum(t.held_delta) as held, -sum(t.receivable_delta) as owed,
  bit_xor(ledger_state_hash(t.version, t.balance_after, t.held_after, t.owed_after)
    # ledger_state_hash(t.version - 1, t.balance_after - t.wallet_delta, t.held_after - t.held_delta, t.owed_after + t.receivable_delta)) as links,
  bool_and(t.held_after >= 0 and t.balance_after >= t.held_after and t.owed_after >= 0) as never_overdrawn,
  coalesce(bool_and(${SHAPE}), false) as shape`;

const SUMS = sql`
  wallet_id, sum(transfers)::bigint as transfers, sum(lines)::bigint as lines, sum(moved)::bigint as balance, sum(held)::bigint as held,
  sum(owed)::bigint as owed, coalesce(sum(owed) filter (where kind <> 'fee'), 0)::bigint as owed_other,
  coalesce(sum(moved) filter (where kind = 'usdt'), 0)::bigint as usdt, coalesce(sum(moved) filter (where kind = 'bank'), 0)::bigint as bank,
  coalesce(sum(moved) filter (where kind = 'fee'), 0)::bigint as fee, coalesce(sum(moved) filter (where kind = 'refund'), 0)::bigint as refund,
  coalesce(sum(moved) filter (where kind = 'adjust'), 0)::bigint as adjust, bit_xor(links) as links, bool_and(platform_account is not null) as zero_sum,
  bool_and(never_overdrawn) as never_overdrawn,
  bool_and(shape and kind in ('usdt', 'bank', 'fee', 'refund', 'adjust')
    and platform_account in ('fees', 'usdt_clearing', 'bank_clearing', 'adjustments')) as shape`;

/** Of a wallet's transfers that are not folded yet: the sums by kind. */
const KINDS = sql`
  count(*) filter (where t.wallet_delta <> 0) as lines,
  coalesce(sum(t.wallet_delta) filter (where t.kind = 'usdt'), 0) as usdt, coalesce(sum(t.wallet_delta) filter (where t.kind = 'bank'), 0) as bank,
  coalesce(sum(t.wallet_delta) filter (where t.kind = 'fee'), 0) as fee, coalesce(sum(t.wallet_delta) filter (where t.kind = 'refund'), 0) as refund,
  coalesce(sum(t.wallet_delta) filter (where t.kind = 'adjust'), 0) as adjust`;

/** What was proven before and what was read now, together: where the wallet must stand. */
const SEEN = sql`
  coalesce(b.wallet_id, s.wallet_id) as wallet_id, coalesce(b.version, 0) + coalesce(s.transfers, 0) as version,
  coalesce(s.transfers, 0) as transfers, coalesce(b.balance, 0) + coalesce(s.balance, 0) as balance,
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
    case when s.balance is distinct from w.balance then 'balance' end,
    case when s.version is distinct from w.version then 'gapless' end,
    case when s.last_state is distinct from ledger_state_hash(w.version, w.balance, w.held, w.owed) then 'links' end,
    case when not s.never_overdrawn or w.held < 0 or w.balance < w.held or w.owed < w.owed_other or w.owed_other < 0 then 'never_overdrawn' end,
    case when not s.shape then 'shape' end,
    case when s.held is distinct from w.held or exists (select 1 from ledger_stray_ends e where e.wallet_id = s.wallet_id) then 'holds' end,
    case when s.owed is distinct from w.owed or s.owed_other is distinct from w.owed_other then 'owed' end,
    case when (s.lines, s.usdt, s.bank, s.fee, s.refund, s.adjust) is distinct from
           (coalesce(c.lines, 0) + r.lines, coalesce(c.usdt, 0) + r.usdt, coalesce(c.bank, 0) + r.bank, coalesce(c.fee, 0) + r.fee,
            coalesce(c.refund, 0) + r.refund, coalesce(c.adjust, 0) + r.adjust) then 'totals' end,
    case when (coalesce(c.lines, 0), coalesce(c.usdt, 0), coalesce(c.bank, 0), coalesce(c.fee, 0), coalesce(c.refund, 0), coalesce(c.adjust, 0))
           is distinct from (d.lines, d.usdt, d.bank, d.fee, d.refund, d.adjust) then 'days' end], null)`;

export async function computeVerdicts(tx: Tx, mode: CheckMode): Promise<void> {
  await sql`create temporary table ledger_base on commit drop as ${BASE[mode]}`.execute(tx);
  // Statements of their own: then PostgreSQL runs the passes over the journal on several cores.
  await sql`
    create temporary table ledger_groups on commit drop as
    select ${GROUPS} from ${TRANSFERS[mode]} group by t.wallet_id, t.kind, t.platform_account`.execute(tx);
  await sql`create temporary table ledger_sums on commit drop as select ${SUMS} from ledger_groups group by wallet_id`.execute(tx);
  await sql`
    create temporary table ledger_stray_ends on commit drop as
    select distinct t.wallet_id from ${TRANSFERS[mode]}
      left join ledger_transfers h on h.wallet_id = t.wallet_id and h.version = t.ends_hold and h.phase = 'pending' and h.held_delta = -t.held_delta
     where t.ends_hold is not null and h.version is null`.execute(tx);
  await sql`
    create temporary table ledger_verdicts on commit drop as
    with seen as (
      select ${SEEN} from ledger_base b full join ledger_sums s on s.wallet_id = b.wallet_id) -- full: also rows of a wallet that does not exist
    select s.*, coalesce(w.user_id, 'no wallet with id ' || s.wallet_id) as subject, ${FAULTS} as faults
      from seen s
      left join ledger_wallets w on w.id = s.wallet_id
      left join ledger_checkpoints c on c.wallet_id = s.wallet_id
     cross join lateral (
       select ${KINDS} from ledger_transfers t where t.wallet_id = s.wallet_id and t.version > coalesce(c.version, 0)) r
     cross join lateral (
       select coalesce(sum(lines), 0) as lines, coalesce(sum(usdt), 0) as usdt, coalesce(sum(bank), 0) as bank, coalesce(sum(fee), 0) as fee,
              coalesce(sum(refund), 0) as refund, coalesce(sum(adjust), 0) as adjust
         from ledger_days where wallet_id = s.wallet_id) d`.execute(tx);
}

export async function readVerdicts(tx: Tx): Promise<{ transfers: number; wallets: number; faults: WalletFault[] }> {
  const { rows } = await sql<{ transfers: number; wallets: number }>`
    select coalesce(sum(transfers), 0)::double precision as transfers, count(*)::double precision as wallets from ledger_verdicts`.execute(
    tx,
  );
  const faults = await sql<WalletFault>`
    select subject, faults from ledger_verdicts where cardinality(faults) > 0 order by wallet_id limit ${FAULTS_MAX}`.execute(tx);
  return { ...must(rows[0], 'a sum'), faults: faults.rows };
}

export async function saveCheck(tx: Tx, check: StoredCheck, faults: readonly WalletFault[]): Promise<void> {
  await sql`
    insert into ledger_checks (checked_at, mode, transfers, differences, detail)
    values (${check.checkedAt}, ${check.mode}, ${check.transfers}, ${check.differences}, ${JSON.stringify(faults)})`.execute(tx);
}

export async function findLastCheck(tx: Queryable): Promise<StoredCheck | undefined> {
  const { rows } = await sql<StoredCheck>`
    select checked_at as "checkedAt", mode, transfers::double precision as transfers, differences::double precision as differences
      from ledger_checks order by id desc limit 1`.execute(tx);
  return rows[0];
}
