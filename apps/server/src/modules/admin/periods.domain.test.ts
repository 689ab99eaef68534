import { expect, test } from 'vitest';
import { lastDays, periodsOf, sumPeriods } from './periods.domain';

test.each([
  ['2026-03-04', { yesterday: '2026-03-03', week: '2026-03-02', month: '2026-03-01' }], // a Wednesday
  ['2026-03-01', { yesterday: '2026-02-28', week: '2026-02-23', month: '2026-03-01' }], // a Sunday: its week began in February
  ['2026-03-02', { yesterday: '2026-03-01', week: '2026-03-02', month: '2026-03-01' }], // a Monday
  ['2028-02-29', { yesterday: '2028-02-28', week: '2028-02-28', month: '2028-02-01' }],
])('on %s the periods begin at %j', (today, starts) => {
  expect(periodsOf(today)).toEqual({ today, ...starts });
});

test('the last days end with today and cross months', () => {
  expect(lastDays('2026-03-02', 4)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
});

test('each period counts its own days, all time every day', () => {
  const days = ['2025-12-31', '2026-02-23', '2026-02-28', '2026-03-01'].map((day, index) => ({ day, value: 10n ** BigInt(index) }));
  expect(sumPeriods(days, periodsOf('2026-03-01'))).toEqual({ allTime: 1111n, month: 1000n, week: 1110n, today: 1000n, yesterday: 100n });
});
