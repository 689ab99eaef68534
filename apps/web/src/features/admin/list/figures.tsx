import type { DepositStatistics, PlatformRevenue, UserStatistics } from '@stablegate/contract';
import type { ReactNode } from 'react';
import { AdminAmount, readAmount } from './admin-amount';
import { Count } from './count';
import { DayChangeMark, type Periods } from './statistics';

/** Specification 2, section 9: statistics in USDT with six decimals, the deposit screen in dollars. */
const USDT_DECIMALS = 6;
const USD_DECIMALS = 2;

const each = (values: Periods<number>, draw: (value: number) => ReactNode): Periods<ReactNode> => [
  draw(values[0]),
  draw(values[1]),
  draw(values[2]),
  draw(values[3]),
];

/** Statistics arrive as JSON numbers; they are only displayed. */
export const usdt = (value: number) => <AdminAmount value={readAmount(value)} decimals={USDT_DECIMALS} unit="USDT" />;
const usd = (value: number) => <AdminAmount value={readAmount(value)} decimals={USD_DECIMALS} dollars />;

export function revenueFigures({ allTime, month, week, today, yesterday }: PlatformRevenue): Periods<ReactNode> {
  const [all, inMonth, inWeek, now] = each([allTime, month, week, today], usdt);
  return [
    all,
    inMonth,
    inWeek,
    <span key="today" className="flex flex-wrap items-baseline gap-2">
      {now}
      <DayChangeMark today={today} yesterday={yesterday} />
    </span>,
  ];
}

export const feeFigures = (revenue: PlatformRevenue): Periods<ReactNode> =>
  each([revenue.fee_all_time, revenue.fee_this_month, revenue.fee_this_week, revenue.fee_today], usdt);

const deposits = (totals: DepositStatistics): Periods<number> => [
  totals.totalAllTime,
  totals.totalThisMonth,
  totals.totalThisWeek,
  totals.totalToday,
];
export const depositFigures = (totals: DepositStatistics): Periods<ReactNode> => each(deposits(totals), usd);
export const depositFiguresUsdt = (totals: DepositStatistics): Periods<ReactNode> => each(deposits(totals), usdt);

export const userFigures = (users: UserStatistics): Periods<ReactNode> =>
  each([users.totalUsers, users.usersThisMonth, users.usersThisWeek, users.usersToday], (value) => <Count value={value} />);
