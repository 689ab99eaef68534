import { DAY_MS, MICRO } from '@stablegate/rules';

/** What one day cost: fees minus refunds. */
export type SpentDay = { readonly day: string; readonly spentMicros: bigint };

export type Forecast = {
  readonly spentPerDayMicros: bigint;
  readonly basisDays: number;
  readonly daysLeft: number | undefined;
  readonly isLow: boolean;
};

export const FORECAST_DAYS_MAX = 30;
const RECENT_DAYS = 7;
/** A merchant who tops up by bank over a weekend needs some days' notice. */
const LOW_DAYS = 7;
/** The fee of a 200 dollar invoice: with less, the next sale of an ordinary shop may be refused. */
const LOW_MICROS = MICRO;
/** Beyond ten years a number of days is meaningless. */
const DAYS_LEFT_MAX = 3_650n;

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
export const dayBefore = (day: string, days: number): string => new Date((dayNumber(day) - days) * DAY_MS).toISOString().slice(0, 10);

/**
 * The average of the last week, so that the forecast follows a growing or shrinking shop; of the last month when the week was empty. From
 * the first day with fees on: a shop that opened yesterday is not averaged over days before it existed.
 */
export function forecast(availableMicros: bigint, days: readonly SpentDay[], today: string): Forecast {
  const age = ({ day }: SpentDay) => dayNumber(today) - dayNumber(day);
  const within = (span: number) => days.filter((day) => age(day) < span && day.spentMicros !== 0n);
  const recent = within(RECENT_DAYS);
  const basis = recent.length > 0 ? recent : within(FORECAST_DAYS_MAX);
  const spent = basis.reduce((sum, { spentMicros }) => sum + spentMicros, 0n);
  if (spent <= 0n) return { spentPerDayMicros: 0n, basisDays: RECENT_DAYS, daysLeft: undefined, isLow: availableMicros < LOW_MICROS };
  const basisDays = Math.max(...basis.map(age)) + 1;
  const left = (availableMicros * BigInt(basisDays)) / spent;
  const daysLeft = left > DAYS_LEFT_MAX ? 3_650 : Number.parseInt(left.toString(), 10);
  const isLow = daysLeft < LOW_DAYS || availableMicros < LOW_MICROS;
  return { spentPerDayMicros: spent / BigInt(basisDays), basisDays, daysLeft, isLow };
}
