import { describe, expect, test, vi } from 'vitest';
import { loadConfig } from '../../config';
import { createRateLimiter } from '../net/rate-limiter';
import { planConnections } from './connections';
import { type Channel, createQuestions } from './questions';
import { createSharedCounts } from './shared-answers';
import { pauseAfter } from './supervise';

const env = { DATABASE_URL: 'postgres://u:p@db/stablegate', PUBLIC_URL: 'https://pay.example.com' };
const plan = (more: Record<string, string>, connectionsMax: number) => planConnections(loadConfig({ ...env, ...more }), connectionsMax);

describe('connections', () => {
  test.each<[Record<string, string>, number, object]>([
    [{ API_PROCESSES: '1' }, 97, { poolMax: 10, fits: true }],
    [{ API_PROCESSES: '4' }, 97, { poolMax: 10, fits: true }],
    [{ API_PROCESSES: '8' }, 97, { poolMax: 4, fits: true }],
    [{ API_PROCESSES: '16' }, 97, { poolMax: 2, fits: false }],
    [{ API_PROCESSES: '16', DATABASE_DIRECT_URL: 'postgres://u:p@direct/stablegate' }, 97, { poolMax: 10, fits: true }],
    [{ API_PROCESSES: '1', DATABASE_POOL_MAX: '40' }, 97, { poolMax: 40, fits: false }],
  ])('%o of %i', (more, connectionsMax, expected) => {
    const found = plan(more, connectionsMax);
    expect(found).toMatchObject(expected);
    expect(found.fits).toBe(found.needed <= connectionsMax || more.DATABASE_DIRECT_URL !== undefined);
  });
});

test('a process that keeps ending is started more and more slowly, one that ran for a while at once', () => {
  expect(pauseAfter(60_000, 8_000)).toBe(0);
  let pause = 0;
  const pauses = Array.from({ length: 7 }, () => {
    pause = pauseAfter(5, pause);
    return pause;
  });
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

/** Two ends, joined. */
function createPair(isCut = false) {
  const listeners: ((message: object) => void)[][] = [[], []];
  const end = (own: number): Channel => ({
    send: (message) =>
      queueMicrotask(() => {
        for (const listener of isCut ? [] : (listeners[1 - own] ?? [])) listener(structuredClone(message));
      }),
    onMessage: (listener) => listeners[own]?.push(listener),
  });
  return [createQuestions(end(0)), createQuestions(end(1))] as const;
}

describe('questions', () => {
  test('both sides ask; an error of the other side is one here', async () => {
    const [left, right] = createPair();
    right.answer('double', (value: number) => value * 2);
    left.answer('fail', () => {
      throw new Error('no');
    });
    expect(await Promise.all([left.ask('double', 2), left.ask('double', 3)])).toEqual([4, 6]);
    await expect(right.ask('fail')).rejects.toThrow('no');
  });

  test('without an answer the question fails, and a limit is counted here', async () => {
    vi.useFakeTimers();
    const [left] = createPair(true);
    const limiter = createRateLimiter({ scale: 1, set: { contact: 1 }, primary: { count: (limit) => left.ask('count', limit) } });
    const allowed = Promise.all([limiter.allows('contact', 'a'), limiter.allows('contact', 'a')]);
    await vi.advanceTimersByTimeAsync(1_001);
    vi.useRealTimers();
    expect((await allowed).sort()).toEqual([false, true]);
  });
});

test('the counters of a primary hold over its processes, per limit and key', async () => {
  const count = createSharedCounts();
  const limiters = [1, 2].map(() => createRateLimiter({ scale: 1, set: { contact: 3, claims: 1 }, primary: { count } }));
  const states = [];
  for (let call = 0; call < 5; call += 1) states.push(await limiters[call % 2]?.count('contact', 'a'));
  expect(states.map((state) => [state?.remaining, state?.isExceeded])).toEqual([
    [2, false],
    [1, false],
    [0, false],
    [0, true],
    [0, true],
  ]);
  expect(await limiters[0]?.allows('contact', 'b')).toBe(true);
  expect(await limiters[1]?.allows('claims', 'a')).toBe(true);
});
