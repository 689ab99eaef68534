import type { PlatformRevenue, PlatformRevenueDay } from '@stablegate/contract';
import { toWireNumber } from '../../platform/money';
import type { AdminDeps } from './admin.service';
import { lastDays, periodsOf, sumPeriods } from './periods.domain';
import { listRevenueDays } from './revenue.queries';

export async function platformRevenue(deps: AdminDeps): Promise<PlatformRevenue> {
  const periods = periodsOf(deps.businessDay());
  const [revenueDays, feeDays] = await Promise.all([listRevenueDays(deps.db.query), deps.ledger.listFeeDays({})]);
  const revenue = sumPeriods(revenueDays, periods);
  const fees = sumPeriods(
    feeDays.map(({ day, charged }) => ({ day, value: charged })),
    periods,
  );
  return {
    allTime: toWireNumber(revenue.allTime),
    month: toWireNumber(revenue.month),
    week: toWireNumber(revenue.week),
    today: toWireNumber(revenue.today),
    yesterday: toWireNumber(revenue.yesterday),
    fee_all_time: toWireNumber(fees.allTime),
    fee_this_month: toWireNumber(fees.month),
    fee_this_week: toWireNumber(fees.week),
    fee_today: toWireNumber(fees.today),
  };
}

export async function revenueSeries(deps: AdminDeps, days: number): Promise<PlatformRevenueDay[]> {
  const wanted = lastDays(deps.businessDay(), days);
  const [revenueDays, feeDays] = await Promise.all([
    listRevenueDays(deps.db.query),
    deps.ledger.listFeeDays({ fromDay: wanted[0] ?? deps.businessDay() }),
  ]);
  const revenue = new Map(revenueDays.map((day) => [day.day, day]));
  const fees = new Map(feeDays.map(({ day, charged }) => [day, charged]));
  return wanted.map((date) => ({
    date,
    amount: toWireNumber(revenue.get(date)?.value ?? 0n),
    fee: toWireNumber(fees.get(date) ?? 0n),
    count: revenue.get(date)?.count ?? 0,
  }));
}
