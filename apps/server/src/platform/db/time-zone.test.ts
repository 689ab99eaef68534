import { expect, test } from 'vitest';
import { dayAfter, startOfDay, toZonedIso } from './time-zone';

const VIETNAM = 'Asia/Ho_Chi_Minh';

test("a day begins at the zone's midnight, also when clocks change", () => {
  expect(startOfDay('2026-01-01', VIETNAM).toISOString()).toBe('2025-12-31T17:00:00.000Z');
  expect(startOfDay('2026-03-29', 'Europe/Berlin').toISOString()).toBe('2026-03-28T23:00:00.000Z');
  expect(startOfDay('2026-03-30', 'Europe/Berlin').toISOString()).toBe('2026-03-29T22:00:00.000Z');
  expect(startOfDay('2026-07-01', 'America/New_York').toISOString()).toBe('2026-07-01T04:00:00.000Z');
  expect(startOfDay('2026-07-01', 'UTC').toISOString()).toBe('2026-07-01T00:00:00.000Z');
  expect(dayAfter('2026-02-28')).toBe('2026-03-01');
});

test('a time includes its offset', () => {
  const at = new Date('2026-01-01T10:00:00Z');
  expect(toZonedIso(at, VIETNAM)).toBe('2026-01-01T17:00:00.000+07:00');
  expect(toZonedIso(at, 'America/St_Johns')).toBe('2026-01-01T06:30:00.000-03:30');
  expect(toZonedIso(at, 'UTC')).toBe('2026-01-01T10:00:00.000+00:00');
  expect(Date.parse(toZonedIso(at, VIETNAM))).toBe(at.getTime());
});
