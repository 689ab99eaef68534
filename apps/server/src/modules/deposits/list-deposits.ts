import { DAY_MS } from '@stablegate/rules';
import { startOfDay, toZonedIso } from '../../platform/db/time-zone';
import type { UserId } from '../../platform/id-types';
import { firstIdAt } from '../../platform/ids';
import { TOTAL_MAX, type Totals, totalsOf, windowOf } from '../../platform/lists/paging';
import type { DepositDeps } from './deposits.deps';
import { countDeposits, type DepositFilter, type DepositRecord, listDepositRows } from './deposits.queries';

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

function filterOf({ clocks, timeZone }: DepositDeps, userId: UserId, date: DepositQuery['date']): DepositFilter {
  if (date === undefined || date === '') return { userId, idFrom: undefined };
  return { userId, idFrom: firstIdAt('deposit', startOfDay(firstDayOf(date, clocks.business.now(), timeZone), timeZone)) };
}

const BATCH_MAX = 250;

/** All of a period, newest first, for a file: page by page, so that a slow reader holds no transaction open. */
export async function* eachDeposit(
  deps: DepositDeps,
  userId: UserId,
  date: DepositQuery['date'],
): AsyncGenerator<readonly DepositRecord[]> {
  let filter = filterOf(deps, userId, date);
  for (let isMore = true; isMore; ) {
    const rows = await listDepositRows(deps.db.query, filter, { offset: 0, limit: BATCH_MAX });
    isMore = rows.length === BATCH_MAX;
    filter = { ...filter, idBefore: rows.at(-1)?.id };
    yield rows;
  }
}

export async function listDeposits(deps: DepositDeps, userId: UserId, { date, ...query }: DepositQuery): Promise<DepositPage> {
  const window = windowOf(query);
  const filter = filterOf(deps, userId, date);
  const [total, content] = await Promise.all([
    countDeposits(deps.db.query, filter, TOTAL_MAX),
    listDepositRows(deps.db.query, filter, window),
  ]);
  return { content, ...totalsOf({ total, isExact: filter.idFrom === undefined }) };
}
