import { expect, test } from 'vitest';
import { readTime } from './read-time';

test.each([
  ['2026-11-14T10:22:00', '2026-11-14T03:22:00.000Z'],
  ['2026-11-14 10:22:00', '2026-11-14T03:22:00.000Z'],
  ['2026-11-14T10:22:00.250', '2026-11-14T03:22:00.250Z'],
  ['2026-11-14T10:22:00+07:00', '2026-11-14T03:22:00.000Z'],
  ['2026-11-14T10:22:00-0500', '2026-11-14T15:22:00.000Z'],
  ['2026-11-14T10:22:00.000Z', '2026-11-14T10:22:00.000Z'],
])('%s is %s, in whatever zone this runs', (answered, moment) => {
  expect(new Date(readTime(answered)).toISOString()).toBe(moment);
});

test.each([[undefined], [null], ['']])('%j is no time, and not 1970', (answered) => {
  expect(readTime(answered)).toBe('');
});
