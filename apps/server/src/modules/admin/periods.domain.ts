import { DAY_MS } from '@stablegate/rules';

/** First days of the periods on the cards, in the business time zone. Weeks begin on Monday. */
export type Periods = { readonly today: string; readonly yesterday: string; readonly week: string; readonly month: string };

const asDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export const daysBefore = (day: string, count: number): string => asDay(timeOf(day) - count * DAY_MS);

export function periodsOf(today: string): Periods {
  const sinceMonday = (new Date(timeOf(today)).getUTCDay() + 6) % 7;
  return { today, yesterday: daysBefore(today, 1), week: daysBefore(today, sinceMonday), month: `${today.slice(0, 8)}01` };
}

/** Every day up to today, oldest first. */
export const lastDays = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => daysBefore(today, count - 1 - index));

export type PeriodSums = {
  readonly allTime: bigint;
  readonly month: bigint;
  readonly week: bigint;
  readonly today: bigint;
  readonly yesterday: bigint;
};

/** Days as YYYY-MM-DD compare as text. */
export function sumPeriods(days: readonly { readonly day: string; readonly value: bigint }[], periods: Periods): PeriodSums {
  const from = (first: string, last = periods.today) =>
    days.reduce((sum, { day, value }) => (day >= first && day <= last ? sum + value : sum), 0n);
  return {
    allTime: days.reduce((sum, { value }) => sum + value, 0n),
    month: from(periods.month),
    week: from(periods.week),
    today: from(periods.today),
    yesterday: from(periods.yesterday, periods.yesterday),
  };
}
