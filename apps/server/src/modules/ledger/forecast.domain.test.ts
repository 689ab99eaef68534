import { expect, test } from 'vitest';
import { dayBefore, forecast } from './forecast.domain';

const TODAY = '2026-03-02';
const day = (daysAgo: number, dollars: number) => ({ day: dayBefore(TODAY, daysAgo), spentMicros: BigInt(dollars) * 1_000_000n });
const AVAILABLE = 100_000_000n;

test('days are counted back over the end of a month', () => {
  expect(dayBefore(TODAY, 2)).toBe('2026-02-28');
});

test('the last week decides', () => {
  const days = [day(29, 1_000), day(6, 7), day(3, 4), day(0, 3)];
  expect(forecast(AVAILABLE, days, TODAY)).toEqual({ spentPerDayMicros: 2_000_000n, basisDays: 7, daysLeft: 50, isLow: false });
});

test('after a week without fees the month decides, from its first fee on', () => {
  expect(forecast(AVAILABLE, [day(19, 10), day(10, 10)], TODAY)).toEqual({
    spentPerDayMicros: 1_000_000n,
    basisDays: 20,
    daysLeft: 100,
    isLow: false,
  });
});

test('a shop that opened yesterday is averaged over its two days', () => {
  expect(forecast(AVAILABLE, [day(1, 30), day(0, 10)], TODAY)).toMatchObject({ basisDays: 2, daysLeft: 5, isLow: true });
});

test('refunds count against fees; without a net fee there is no forecast', () => {
  expect(forecast(AVAILABLE, [day(2, 5), day(1, -5)], TODAY)).toMatchObject({ daysLeft: undefined, isLow: false });
  expect(forecast(AVAILABLE, [], TODAY)).toMatchObject({ daysLeft: undefined, spentPerDayMicros: 0n });
});

test('less than a dollar is low, however long it lasts', () => {
  expect(forecast(999_999n, [], TODAY).isLow).toBe(true);
  expect(forecast(1_000_000n, [], TODAY).isLow).toBe(false);
  expect(forecast(999_999n, [{ day: TODAY, spentMicros: 1n }], TODAY)).toMatchObject({ daysLeft: 3_650, isLow: true });
});

test('an empty balance lasts zero days', () => {
  expect(forecast(0n, [day(0, 1)], TODAY)).toMatchObject({ daysLeft: 0, isLow: true });
});
