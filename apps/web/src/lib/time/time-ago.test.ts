// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { exactTime, timeAgo } from './time-ago.format';

const now = new Date('2026-03-10T12:00:00Z');
const before = (ms: number) => new Date(now.getTime() - ms);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [0, 'now'],
  [59_999, 'now'],
  [-30_000, 'now'],
  [MINUTE, '1 minute ago'],
  [59 * MINUTE, '59 minutes ago'],
  [HOUR, '1 hour ago'],
  [DAY - 1, '23 hours ago'],
  [DAY, 'yesterday'],
  [29 * DAY, '29 days ago'],
  [-2 * HOUR, 'in 2 hours'],
])('%i ms earlier reads "%s"', (ms, text) => {
  expect(timeAgo(before(ms), now, 'en')).toBe(text);
});

test('after a month the date is shown', () => {
  expect(timeAgo(before(31 * DAY), now, 'en')).toBe('07/02/2026');
});

test('the text follows the language', () => {
  expect(timeAgo(before(30 * HOUR), now, 'vi')).toBe('hôm qua');
  expect(timeAgo(before(5 * MINUTE), now, 'vi')).toBe('5 phút trước');
});

test('other languages shorten minutes and hours, which stand in a narrow column, and never days', () => {
  const german = [19 * MINUTE, 14 * HOUR, 17 * DAY].map((ms) => timeAgo(before(ms), now, 'de'));
  expect(german).toEqual(['vor 19 Min.', 'vor 14 Std.', 'vor 17 Tagen']);
});

test('the exact time names its zone, and UTC', () => {
  document.head.innerHTML = '<meta name="stablegate-time-zone" content="Asia/Ho_Chi_Minh">';
  const exact = exactTime(now);
  document.head.innerHTML = '';
  expect(exact).toBe('19:00:00 10/03/2026 UTC+7 · 12:00:00 10/03/2026 UTC');
});
