import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readEnd, secondsLeft, startCountdown } from './resend-countdown';

const NOW = Date.UTC(2026, 2, 11, 8, 0, 0);

/** Stands for the browser's local storage, which outlives the page. */
function pageWithStorage(stored: Map<string, string>) {
  vi.stubGlobal('window', {
    localStorage: { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) },
  });
}
beforeEach(() => pageWithStorage(new Map()));
afterEach(() => vi.unstubAllGlobals());

test('a running countdown continues after a reload', () => {
  startCountdown('verify:usr_1', 60, NOW);
  expect(secondsLeft(readEnd('verify:usr_1'), NOW)).toBe(60);
  expect(secondsLeft(readEnd('verify:usr_1'), NOW + 12_300)).toBe(48);
  expect(secondsLeft(readEnd('verify:usr_1'), NOW + 59_999)).toBe(1);
  expect(secondsLeft(readEnd('verify:usr_1'), NOW + 60_000)).toBe(0);
});

test('the countdown of one account does not affect another one', () => {
  startCountdown('verify:usr_1', 60, NOW);
  expect(secondsLeft(readEnd('verify:usr_2'), NOW)).toBe(0);
});

test("the server's number of seconds is used, up to the full time", () => {
  expect(secondsLeft(startCountdown('verify:usr_1', 17, NOW), NOW)).toBe(17);
  expect(secondsLeft(startCountdown('verify:usr_1', 3_600, NOW), NOW)).toBe(60);
});

test('a clock that was set back and a corrupt entry block nothing', () => {
  startCountdown('verify:usr_1', 60, NOW);
  expect(secondsLeft(readEnd('verify:usr_1'), NOW - 86_400_000)).toBe(0);
  pageWithStorage(new Map([['resend:verify:usr_1', 'soon']]));
  expect(secondsLeft(readEnd('verify:usr_1'), NOW)).toBe(0);
});

test('a browser without storage still counts on this page', () => {
  vi.stubGlobal('window', {
    get localStorage(): Storage {
      throw new DOMException('refused', 'SecurityError');
    },
  });
  expect(secondsLeft(startCountdown('verify:usr_1', 60, NOW), NOW)).toBe(60);
  expect(readEnd('verify:usr_1')).toBe(0);
});
