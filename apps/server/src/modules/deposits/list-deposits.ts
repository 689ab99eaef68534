import { DAY_MS } from '@stablegate/rules';
import { startOfDay, toZonedIso } from '../../platform/db/time-zone';
import type { UserId } from '../../platform/id-types';
import { firstIdAt } from '../../platform/ids';
import { TOTAL_MAX, type Totals, totalsOf, windowOf } from '../../platform/lists/paging';
import type { DepositDeps } from './deposits.deps';
import { countDeposits, type DepositRecord, listDepositRows } from './deposits.queries';

export type DepositPage = Totals & { readonly content: readonly DepositRecord[] };
export type Period = '1' | '2' | '3';

/** First day (YYYY-MM-DD) of today, of this week (from Monday) or of this month, in the business time zone. */
export function firstDayOf(period: Period, now: Date, timeZone: string): string {
  const today = toZonedIso(now, timeZone).slice(0, 10);
  if (period === '1') return today;
  if (period === '3') return `${today.slice(0, 8)}01`;
  const midnight = new Date(`${today}T00:00:00Z`);
  const sinceMonday = (midnight.getUTCDay() + 6) % 7;
  return new Date(midnight.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

export type DepositQuery = { readonly date?: Period | '' | undefined; readonly page: number; readonly size: number };

export async function listDeposits(deps: DepositDeps, userId: UserId, { date, ...query }: DepositQuery): Promise<DepositPage> {
  const window = windowOf(query);
  const { timeZone } = deps;
  const from = date === undefined || date === '' ? undefined : startOfDay(firstDayOf(date, deps.clocks.business.now(), timeZone), timeZone);
  const filter = { userId, idFrom: from === undefined ? undefined : firstIdAt('deposit', from) };
  const [total, content] = await Promise.all([
    countDeposits(deps.db.query, filter, TOTAL_MAX),
    listDepositRows(deps.db.query, filter, window),
  ]);
  return { content, ...totalsOf({ total, isExact: from === undefined }) };
}
