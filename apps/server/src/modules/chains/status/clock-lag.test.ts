import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { ensureCursor, saveProgress } from '../watch/cursors.queries';

let app: TestApp;
let next = 0;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  await app.platform.db.query.deleteFrom('chain_cursors').execute();
  await ensureCursor(app.platform.db.query, 'BEP20');
});

/** Reads one block of this age, as the network's clock has it; what is now known of that clock, in whole seconds. */
async function readBlock(ageSeconds: number): Promise<number> {
  next += 1;
  const readThrough = new Date(Date.now() - ageSeconds * 1_000);
  const done = { from: next, to: next, headBlock: next, finalBlock: 0, isRestart: false, unprovenFrom: undefined };
  await saveProgress(app.platform.db.query, 'BEP20', { ...done, readThrough });
  const { clock_lag_ms } = await app.platform.db.query.selectFrom('chain_cursors').select('clock_lag_ms').executeTakeFirstOrThrow();
  return Math.floor((clock_lag_ms ?? Number.NaN) / 1_000);
}

test('how far a network’s clock runs behind is the least age of a block: old ones only show that nobody has looked', async () => {
  expect(await readBlock(300), 'no more than a minute').toBe(60);
  expect(await readBlock(20)).toBe(20);
  expect(await readBlock(8)).toBe(8);
  expect(await readBlock(30)).toBe(8);
  expect(await readBlock(-20), 'ahead of ours').toBe(0);
});

test('a clock that falls behind is believed in the end', async () => {
  expect(await readBlock(2)).toBe(2);
  for (let times = 0; times < 60; times += 1) await readBlock(40);
  expect(await readBlock(40)).toBe(5); // 50 ms a poll
});

test.each([-1, 60_001])('no other lag can be stored than one from none to a minute: %i ms', async (ms) => {
  const update = sql`update chain_cursors set clock_lag_ms = ${ms}`.execute(app.platform.db.query);
  await expect(update).rejects.toThrow('chain_cursors_clock_lag');
});
