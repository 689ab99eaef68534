import type { PlatformRevenue, PlatformRevenueDay } from '@stablegate/contract';
import { toWireNumber } from '@stablegate/rules';
import type { AdminDeps } from './admin.deps';
import { periodsOf, sumPeriods } from './periods.domain';

/** Revenue is what customers paid to all merchants; fees are what the ledger charged for it. */
export async function platformRevenue(deps: AdminDeps): Promise<PlatformRevenue> {
  const [revenue, feeDays] = await Promise.all([deps.merchant.getRevenue(), deps.ledger.listFeeDays({})]);
  const fees = sumPeriods(
    feeDays.map(({ day, charged }) => ({ day, value: charged })),
    periodsOf(revenue.businessDay),
  );
  const { allTime, month, week, today, yesterday } = revenue;
  return {
    allTime,
    month,
    week,
    today,
    yesterday,
    fee_all_time: toWireNumber(fees.allTime),
    fee_this_month: toWireNumber(fees.month),
    fee_this_week: toWireNumber(fees.week),
    fee_today: toWireNumber(fees.today),
  };
}

export async function revenueSeries(deps: AdminDeps, days: number): Promise<PlatformRevenueDay[]> {
  const revenue = await deps.merchant.getRevenueSeries(days);
  const feeDays = await deps.ledger.listFeeDays({ fromDay: revenue[0]?.date ?? deps.businessDay() });
  const fees = new Map(feeDays.map(({ day, charged }) => [day, charged]));
  return revenue.map((day) => ({ ...day, fee: toWireNumber(fees.get(day.date) ?? 0n) }));
}
