import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { beforeEach, expect, test, vi } from 'vitest';
import { useTestDatabase } from '../../../../test/parts/database';
import { systemClocks } from '../../../platform/clock';
import { createDb, type Db } from '../../../platform/db/db';
import type { AnsweredCall } from '../../../platform/principal';
import { createCallLog } from './call-log';

let db: Db;
let statements: number;
let isAway: boolean;
let registry: Registry;

beforeEach(async () => {
  const real = createDb({ url: await useTestDatabase(), poolMax: 2, applicationName: 'test' });
  statements = 0;
  isAway = false;
  registry = new Registry();
  const executor = real.query.getExecutor.bind(real.query);
  vi.spyOn(real.query, 'getExecutor').mockImplementation(() => {
    statements += 1;
    if (isAway) throw new Error('the database is away');
    return executor();
  });
  db = real;
  return () => real.close();
});

const createLog = () =>
  createCallLog({ db, clocks: systemClocks, log: { warn: () => undefined } as never, metrics: { registry } as never });
const call = (requestId: string): AnsweredCall => ({
  storeId: 'str_1' as never,
  key: 'main',
  ip: '::1',
  route: 'GET /payment/events',
  status: 200,
  requestId,
});
async function written(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select request_id as id from api_calls order by api_calls.id`.execute(db.query);
  return rows.map(({ id }) => id);
}
const dropped = async () => (await registry.getSingleMetric('stablegate_api_calls_not_logged_total')?.get())?.values[0]?.value;

test('the calls of a second are one statement, and no call waits for it', async () => {
  const log = createLog();
  for (let n = 0; n < 500; n += 1) log.note(call(`r${n}`));
  expect(statements).toBe(0);
  await vi.waitFor(() => expect(statements).toBe(1), { timeout: 20_000 });
  await log.stop();
  expect(statements).toBe(1);
  expect((await written()).length).toBe(500);
});

test('nothing to write is no statement', async () => {
  await createLog().stop();
  expect(statements).toBe(0);
});

test('what waits is written when the process stops', async () => {
  const log = createLog();
  log.note(call('last'));
  await log.stop();
  expect(await written()).toEqual(['last']);
});

test('while the database is away the newest wait, within bounds, and the others are counted', async () => {
  const log = createLog();
  isAway = true;
  log.note(call('first'));
  await vi.waitFor(() => expect(statements).toBeGreaterThan(1), { timeout: 20_000 });
  for (let n = 1; n <= 10_000; n += 1) log.note(call(`r${n}`));
  expect(await dropped()).toBe(1);
  isAway = false;
  await vi.waitFor(async () => expect(await written()).toHaveLength(10_000), { timeout: 20_000 });
  expect((await written()).includes('first')).toBe(false);
  await log.stop();
  expect(await dropped()).toBe(1);
});
