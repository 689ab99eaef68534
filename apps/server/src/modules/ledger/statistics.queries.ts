import { sql } from 'kysely';
import { must } from '../../platform/assert';
import type { Queryable } from '../../platform/db';

/** What moved balances in some days, by reason; fees are negative, as they are in the ledger. */
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
export type DayRange = { readonly userId?: string; readonly fromDay: string; readonly toDay: string };

/** Closed days, and the day that is still open on the wallet: together they are exact at any moment. */
const days = ({ userId, fromDay, toDay }: DayRange) => {
  const ofUser = userId === undefined ? sql`` : sql`and wallet_id = (select id from ledger_wallets where user_id = ${userId})`;
  const isUser = userId === undefined ? sql`` : sql`and user_id = ${userId}`;
  return sql`
    select day, lines, usdt, bank, fee, refund, adjust from ledger_days where day between ${fromDay}::date and ${toDay}::date ${ofUser}
     union all
    select day, day_lines, day_usdt, day_bank, day_fee, day_refund, day_adjust from ledger_wallets
     where day between ${fromDay}::date and ${toDay}::date and day_lines > 0 ${isUser}`;
};
const SUMS = sql`
  coalesce(sum(lines), 0)::double precision as lines, coalesce(sum(usdt), 0)::bigint as usdt, coalesce(sum(bank), 0)::bigint as bank,
  coalesce(sum(fee), 0)::bigint as fee, coalesce(sum(refund), 0)::bigint as refund, coalesce(sum(adjust), 0)::bigint as adjust`;

export async function sumDays(tx: Queryable, range: DayRange): Promise<MovedSums> {
  const { rows } = await sql<MovedSums>`select ${SUMS} from (${days(range)}) d`.execute(tx);
  return must(rows[0], 'sums');
}

export async function listDays(tx: Queryable, range: DayRange): Promise<DaySums[]> {
  const { rows } = await sql<DaySums>`
    select to_char(day, 'YYYY-MM-DD') as day, ${SUMS} from (${days(range)}) d group by day order by day`.execute(tx);
  return rows;
}

export type PlatformTotals = {
  readonly balance: bigint;
  readonly held: bigint;
  readonly owed: bigint;
  readonly used: bigint;
  readonly deposited: bigint;
};

export async function sumWallets(tx: Queryable): Promise<PlatformTotals> {
  const { rows } = await sql<PlatformTotals>`
    select coalesce(sum(balance), 0)::bigint as balance, coalesce(sum(held), 0)::bigint as held,
           coalesce(sum(owed_fees + owed_other), 0)::bigint as owed, coalesce(sum(used), 0)::bigint as used,
           coalesce(sum(deposited), 0)::bigint as deposited
      from ledger_wallets`.execute(tx);
  return must(rows[0], 'sums');
}
