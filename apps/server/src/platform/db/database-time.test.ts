import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { useTestDatabase } from '../../../test/parts/database';
import { manualClock, systemClock } from '../clock';
import type { Logger } from '../log';
import { byDatabaseTime, createDatabaseTime } from './database-time';
import { createDb, type Db } from './db';

let db: Db;
const warnings: string[] = [];
const log = { warn: (_detail: unknown, text: string) => void warnings.push(text) } as unknown as Logger;
const HOUR = 3_600_000;
const realNow = Date.now;

beforeAll(async () => {
  db = createDb({ url: await useTestDatabase(), poolMax: 1, applicationName: 'test' });
});
afterAll(() => db.close());
afterEach(() => {
  warnings.length = 0;
  vi.restoreAllMocks();
});
const start = async () => {
  const registry = new Registry();
  const time = createDatabaseTime({ db, log, metrics: { registry } });
  await time.measure();
  return { time, registry };
};

test('on one machine there is no difference, to the millisecond: the measurement lies within the round trip', async () => {
  const { time, registry } = await start();
  for (let n = 0; n < 20; n += 1) {
    await time.measure();
    expect(time.aheadMs()).toBe(0);
  }
  expect(time.complaint()).toBeUndefined();
  expect(warnings).toEqual([]);
  expect(await registry.metrics()).toContain('stablegate_clock_skew_seconds 0');
});

test.each([
  [HOUR, /3[56]\d\d\.\d s ahead of/],
  [-HOUR, /3[56]\d\d\.\d s behind/],
])('a clock that is %i ms off is complained about, and business time follows the database', async (skewMs, sentence) => {
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + skewMs);
  const { time, registry } = await start();
  expect(warnings[0]).toMatch(sentence);
  expect(await registry.metrics()).toMatch(new RegExp(`stablegate_clock_skew_seconds ${skewMs > 0 ? '' : '-'}3[56]\\d\\d`));
  const clocks = byDatabaseTime({ business: { now: () => new Date(Date.now()) }, real: systemClock }, time);
  expect(Math.abs(clocks.business.now().getTime() - realNow())).toBeLessThan(60_000);
  expect(clocks.movedMs()).toBe(0);
});

test('setting this clock between two measurements has no effect, thanks to the monotonic clock', async () => {
  const { time } = await start();
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + HOUR);
  expect(Math.abs(time.aheadMs() + HOUR)).toBeLessThan(60_000);
  expect(time.complaint()).toMatch(/ahead of/);
});

test('after the machine slept, the database is asked at once: its monotonic clock stood still', async () => {
  const { time } = await start();
  const clocks = byDatabaseTime({ business: { now: () => new Date(Date.now()) }, real: systemClock }, time);
  const monotonic = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic() - 120_000);
  expect(clocks.business.now().getTime()).toBeLessThan(realNow() - 60_000); // until the answer has come
  await vi.waitFor(() => expect(Math.abs(clocks.business.now().getTime() - realNow())).toBeLessThan(60_000));
});

test('a process that is paused between reading its two clocks does not take that for a difference', async () => {
  const { time } = await start();
  const monotonic = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementationOnce(() => {
    const read = monotonic();
    while (monotonic() < read + 50); // the machine has other work
    return read;
  });
  expect(time.aheadMs()).toBe(0);
});

test('business time that a sandbox has moved stays moved', async () => {
  const { time } = await start();
  const clocks = byDatabaseTime({ business: manualClock('2030-01-01T00:00:00Z'), real: systemClock }, time);
  expect(clocks.business.now()).toEqual(new Date('2030-01-01T00:00:00Z'));
  expect(Math.abs(clocks.movedMs() - (Date.parse('2030-01-01T00:00:00Z') - Date.now()))).toBeLessThan(60_000);
});
