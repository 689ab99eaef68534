import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db';
import { foldFeeDays } from '../fee-days.queries';
import { ENTRY_HASH } from './findings';

/**
 * Folds verified entries into the daily sums and the checkpoints, and seals them. An account with a fault stays unfolded, is reported again by the next
 * run, and its readers keep adding up its entries themselves.
 */
export async function foldProven(tx: Tx, timeZone: string): Promise<void> {
  await foldFeeDays(tx, timeZone);
  await sql`
    insert into ledger_days (account_id, day, lines, usdt, bank, fee, refund, adjust, balance_after)
    select e.account_id, (e.created_at at time zone ${timeZone})::date, count(*),
           coalesce(sum(e.balance_delta) filter (where e.kind = 'usdt'), 0), coalesce(sum(e.balance_delta) filter (where e.kind = 'bank'), 0),
           coalesce(sum(e.balance_delta) filter (where e.kind = 'fee'), 0), coalesce(sum(e.balance_delta) filter (where e.kind = 'refund'), 0),
           coalesce(sum(e.balance_delta) filter (where e.kind = 'adjust'), 0), (array_agg(e.balance_after order by e.version desc))[1]
      from ledger_verdicts v
      left join ledger_checkpoints c on c.account_id = v.account_id
     cross join lateral (
       select * from ledger_entries j
        where j.account_id = v.account_id and j.version > coalesce(c.version, 0) and j.version <= v.version offset 0) e
     where cardinality(v.faults) = 0 and v.version > coalesce(c.version, 0) and e.balance_delta <> 0
     group by 1, 2
    on conflict (account_id, day) do update set
      lines = ledger_days.lines + excluded.lines, usdt = ledger_days.usdt + excluded.usdt, bank = ledger_days.bank + excluded.bank,
      fee = ledger_days.fee + excluded.fee, refund = ledger_days.refund + excluded.refund, adjust = ledger_days.adjust + excluded.adjust,
      balance_after = excluded.balance_after`.execute(tx);
  await sql`
    insert into ledger_checkpoints (account_id, version, balance, held, owed, owed_other, lines, usdt, bank, fee, refund, adjust, sealed_version, seal)
    select v.account_id, v.version, v.balance, v.held, v.owed, v.owed_other, v.lines, v.usdt, v.bank, v.fee, v.refund, v.adjust, v.version, s.seal
      from ledger_verdicts v
      left join ledger_checkpoints c on c.account_id = v.account_id
     cross join lateral (
       select coalesce(bit_xor(${ENTRY_HASH}), 0) as seal from ledger_entries e
        where e.account_id = v.account_id and e.version > coalesce(c.sealed_version, 0) and e.version <= v.version) s
     where cardinality(v.faults) = 0
    on conflict (account_id) do update set
      (version, balance, held, owed, owed_other, lines, usdt, bank, fee, refund, adjust, sealed_version, seal) =
      (excluded.version, excluded.balance, excluded.held, excluded.owed, excluded.owed_other, excluded.lines,
       excluded.usdt, excluded.bank, excluded.fee, excluded.refund, excluded.adjust, excluded.sealed_version, ledger_checkpoints.seal # excluded.seal)
     where ledger_checkpoints.sealed_version < excluded.version`.execute(tx);
}
