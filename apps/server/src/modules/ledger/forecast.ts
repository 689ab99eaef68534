import type { Clocks } from '../../platform/clock';
import type { Db } from '../../platform/db/db';
import { createZoneClock } from '../../platform/export/zone-clock';
import type { UserId } from '../../platform/id-types';
import { dayBefore, FORECAST_DAYS_MAX, type Forecast, forecast } from './forecast.domain';
import { readBalances } from './ledger.queries';
import { listDays } from './totals.queries';

export type ForecastDeps = { readonly db: Db; readonly clocks: Clocks; readonly timeZone: string };
export type BalanceForecast = Forecast & { readonly availableMicros: bigint; readonly heldMicros: bigint };

/** From the daily sums: as fast for an account with a million transactions as for one with ten. */
export async function readForecast(deps: ForecastDeps, userId: UserId): Promise<BalanceForecast> {
  const today = createZoneClock(deps.timeZone).plain(deps.clocks.business.now()).slice(0, 10);
  const fromDay = dayBefore(today, FORECAST_DAYS_MAX - 1);
  const [balances, days] = await Promise.all([
    readBalances(deps.db.query, [userId]),
    listDays(deps.db.query, { userId, fromDay, toDay: today }, deps.timeZone),
  ]);
  const { available = 0n, held = 0n } = balances.get(userId) ?? {};
  const spent = days.map(({ day, fee, refund }) => ({ day, spentMicros: -(fee + refund) }));
  return { ...forecast(available, spent, today), availableMicros: available, heldMicros: held };
}
