import { expect, test } from 'vitest';
import { ATTEMPTS_MAX, nextStep, outcomeOfStatus, retryAfterMs } from './retry.domain';

const pauseSeconds = (attempt: number, random = 0.5, wantedMs = 0) => {
  const step = nextStep('refused', attempt, wantedMs, random);
  return step.ends === null ? step.pauseMs / 1_000 : step.ends;
};

test('delays grow from 5 s, and 16 attempts span three days', () => {
  expect([1, 2, 3, 4, 5, 6].map((attempt) => pauseSeconds(attempt))).toEqual([5, 30, 120, 600, 1_800, 3_600]);
  const all = Array.from({ length: ATTEMPTS_MAX - 1 }, (_, index) => pauseSeconds(index + 1) as number);
  expect(all).toEqual([...all].sort((a, b) => a - b));
  const hours = all.reduce((sum, seconds) => sum + seconds, 0) / 3_600;
  expect(hours).toBeGreaterThan(71);
  expect(hours).toBeLessThan(72.5);
  expect(ATTEMPTS_MAX).toBe(16);
  expect(pauseSeconds(16)).toBe('dead');
});

test('delays are jittered by 10% each way', () => {
  expect(pauseSeconds(4, 0)).toBe(540);
  expect(pauseSeconds(4, 0.999_999)).toBeCloseTo(660, 1);
});

test('any 2xx acknowledges, 410 stops, everything else is retried', () => {
  expect([200, 201, 204, 299].map(outcomeOfStatus)).toEqual(Array(4).fill('delivered'));
  expect([199, 300, 302, 400, 404, 429, 500, 503].map(outcomeOfStatus)).toEqual(Array(8).fill('refused'));
  expect(nextStep(outcomeOfStatus(410), 1, 0, 0.5)).toEqual({ ends: 'dead' });
  expect(nextStep('blocked_address', 1, 0, 0.5)).toEqual({ ends: null, pauseMs: 5_000 });
});

test('Retry-After lengthens a delay, by an hour at most, and never shortens one', () => {
  const now = new Date('2026-03-01T10:00:00Z');
  expect(retryAfterMs('120', now)).toBe(120_000);
  expect(retryAfterMs('Sun, 01 Mar 2026 10:00:30 GMT', now)).toBe(30_000);
  expect(retryAfterMs('999999', now)).toBe(3_600_000);
  for (const header of ['-5', 'soon', '', 'Sun, 01 Mar 2020 10:00:30 GMT', undefined]) expect(retryAfterMs(header, now)).toBe(0);
  expect(pauseSeconds(1, 0.5, 60_000)).toBe(60);
  expect(pauseSeconds(6, 0.5, 60_000)).toBe(3_600);
});
