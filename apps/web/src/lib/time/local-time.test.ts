import { describe, expect, test } from 'vitest';
import { fullTime, zoneName } from './local-time';

/** A moment in a reader's time zone. */
const readIn = (minutesBehindUtc: number) => Object.assign(new Date(2026, 10, 4, 9, 5, 7), { getTimezoneOffset: () => minutesBehindUtc });

test('the time comes first, then the day, all with two digits', () => {
  expect(fullTime(new Date(2026, 10, 4, 9, 5, 7))).toBe('09:05:07 04/11/2026');
});

describe('zoneName', () => {
  test.each([
    [-420, 'UTC+7'],
    [0, 'UTC'],
    [-330, 'UTC+5:30'],
    [210, 'UTC-3:30'],
  ])('%i minutes behind UTC is %s', (behind, name) => {
    expect(zoneName(readIn(behind))).toBe(name);
  });
});
