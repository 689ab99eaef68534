import { sql } from 'kysely';
import { must } from '../../platform/assert';
import type { Queryable, Tx } from '../../platform/db';

export type CheckMode = 'full' | 'incremental';
export type WalletFault = { readonly subject: string; readonly faults: readonly string[] };
export type StoredCheck = { readonly checkedAt: Date; readonly mode: CheckMode; readonly transfers: number; readonly differences: number };

const CHECK_LOCK = 46_001; // pg_advisory_xact_lock: one check at a time, since both would write the checkpoints
const FAULTS_MAX = 200;

export async function prepareCheck(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx); // a full check reads everything
  await sql`select pg_advisory_xact_lock(${CHECK_LOCK}::bigint)`.execute(tx);
}

/** Full: every transfer against nothing. Incremental: what came after the last proven state, found by the primary key. */
const SOURCES = {
  full: {
    base: sql`select id as wallet_id, 0 as version, 0 as balance, 0 as held, 0 as owed, 0 as owed_fees, 0 as lines,
                     0 as usdt, 0 as bank, 0 as fee, 0 as refund, 0 as adjust from ledger_wallets`,
    rows: sql`ledger_transfers t`,
  },
  incremental: {
    base: sql`select w.id as wallet_id, coalesce(c.version, 0) as version, coalesce(c.balance, 0) as balance, coalesce(c.held, 0) as held,
                     coalesce(c.owed, 0) as owed, coalesce(c.owed_fees, 0) as owed_fees, coalesce(c.lines, 0) as lines,
                     coalesce(c.usdt, 0) as usdt, coalesce(c.bank, 0) as bank, coalesce(c.fee, 0) as fee,
                     coalesce(c.refund, 0) as refund, coalesce(c.adjust, 0) as adjust
                from ledger_wallets w left join ledger_checkpoints c on c.wallet_id = w.id
               where (w.version, w.balance, w.held, w.owed_fees + w.owed_other) is distinct from (c.version, c.balance, c.held, c.owed)`,
    rows: sql`base b join ledger_transfers t on t.wallet_id = b.wallet_id and t.version > b.version`,
  },
} as const;

/** Of one wallet's transfers: their number, their sums, and whether each "after" is the next one's "before". */
const SUMS = sql`
  t.wallet_id, count(*) as transfers, sum(t.wallet_delta) as balance, sum(t.held_delta) as held, -sum(t.receivable_delta) as owed,
  -coalesce(sum(t.receivable_delta) filter (where t.kind = 'fee'), 0) as owed_fees, count(*) filter (where t.wallet_delta <> 0) as lines,
  coalesce(sum(t.wallet_delta) filter (where t.kind = 'usdt'), 0) as usdt, coalesce(sum(t.wallet_delta) filter (where t.kind = 'bank'), 0) as bank,
  coalesce(sum(t.wallet_delta) filter (where t.kind = 'fee'), 0) as fee, coalesce(sum(t.wallet_delta) filter (where t.kind = 'refund'), 0) as refund,
  coalesce(sum(t.wallet_delta) filter (where t.kind = 'adjust'), 0) as adjust,
  bit_xor(ledger_state_hash(t.version, t.balance_after, t.held_after, t.owed_after)
    # ledger_state_hash(t.version - 1, t.balance_after - t.wallet_delta, t.held_after - t.held_delta, t.owed_after + t.receivable_delta)) as links,
  bool_and(t.wallet_delta + t.receivable_delta + t.platform_delta = 0) as zero_sum,
  bool_and(t.held_after >= 0 and t.balance_after >= t.held_after and t.owed_after >= 0) as never_overdrawn,
  bool_and(t.ends_hold is null or exists (
    select 1 from ledger_transfers h
     where h.wallet_id = t.wallet_id and h.version = t.ends_hold and h.phase = 'pending' and h.held_delta = -t.held_delta)) as holds_fit`;

/** One statement, so that journal and wallets are read as of one moment; into a table of its own, so that it may run in parallel. */
export async function computeVerdicts(tx: Tx, mode: CheckMode): Promise<void> {
  const { base, rows } = SOURCES[mode];
  await sql`
    create temporary table ledger_verdicts on commit drop as
    with base as (${base}), sums as (select ${SUMS} from ${rows} group by t.wallet_id),
    seen as (
      select coalesce(b.wallet_id, s.wallet_id) as wallet_id, coalesce(b.version, 0) + coalesce(s.transfers, 0) as version,
             coalesce(s.transfers, 0) as transfers, coalesce(b.balance, 0) + coalesce(s.balance, 0) as balance,
             coalesce(b.held, 0) + coalesce(s.held, 0) as held, coalesce(b.owed, 0) + coalesce(s.owed, 0) as owed,
             coalesce(b.owed_fees, 0) + coalesce(s.owed_fees, 0) as owed_fees, coalesce(b.lines, 0) + coalesce(s.lines, 0) as lines,
             coalesce(b.usdt, 0) + coalesce(s.usdt, 0) as usdt, coalesce(b.bank, 0) + coalesce(s.bank, 0) as bank,
             coalesce(b.fee, 0) + coalesce(s.fee, 0) as fee, coalesce(b.refund, 0) + coalesce(s.refund, 0) as refund,
             coalesce(b.adjust, 0) + coalesce(s.adjust, 0) as adjust,
             coalesce(s.links, 0) # ledger_state_hash(b.version, b.balance, b.held, b.owed) as last_state,
             coalesce(s.zero_sum, true) as zero_sum, coalesce(s.never_overdrawn, true) as never_overdrawn,
             coalesce(s.holds_fit, true) as holds_fit
        from base b full join sums s on s.wallet_id = b.wallet_id) -- full: also transfers of a wallet that does not exist
    select s.*, coalesce(w.user_id, 'no wallet with id ' || s.wallet_id) as subject, array_remove(array[
        case when not s.zero_sum then 'zero_sum' end,
        case when s.balance is distinct from w.balance then 'balance' end,
        case when s.version is distinct from w.version then 'gapless' end,
        case when s.last_state is distinct from ledger_state_hash(w.version, w.balance, w.held, w.owed_fees + w.owed_other) then 'links' end,
        case when not s.never_overdrawn or w.held < 0 or w.balance < w.held or w.owed_fees < 0 or w.owed_other < 0 then 'never_overdrawn' end,
        case when not s.holds_fit or s.held is distinct from w.held then 'holds' end,
        case when s.owed is distinct from w.owed_fees + w.owed_other or s.owed_fees is distinct from w.owed_fees then 'owed' end,
        case when s.lines is distinct from w.lines or -(s.fee + s.refund) is distinct from w.used
               or s.usdt + s.bank is distinct from w.deposited then 'totals' end,
        case when (s.lines, s.usdt, s.bank, s.fee, s.refund, s.adjust) is distinct from
               (d.lines + w.day_lines, d.usdt + w.day_usdt, d.bank + w.day_bank, d.fee + w.day_fee, d.refund + w.day_refund, d.adjust + w.day_adjust)
             then 'days' end], null) as faults
      from seen s
      left join ledger_wallets w on w.id = s.wallet_id
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

/** Only what was proven: a wallet with a fault stays where it was, and is reported again by the next run. */
export async function saveCheckpoints(tx: Tx): Promise<void> {
  await sql`
    insert into ledger_checkpoints (wallet_id, version, balance, held, owed, owed_fees, lines, usdt, bank, fee, refund, adjust)
    select wallet_id, version, balance, held, owed, owed_fees, lines, usdt, bank, fee, refund, adjust
      from ledger_verdicts where cardinality(faults) = 0
    on conflict (wallet_id) do update set (version, balance, held, owed, owed_fees, lines, usdt, bank, fee, refund, adjust) =
      (excluded.version, excluded.balance, excluded.held, excluded.owed, excluded.owed_fees, excluded.lines,
       excluded.usdt, excluded.bank, excluded.fee, excluded.refund, excluded.adjust)`.execute(tx);
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
