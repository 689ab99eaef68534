import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/parts/database';
import { loadConfig } from '../../config';
import { createDb } from './db';
import { isUnavailable } from './db-errors';
import { prepare } from './prepared';

// What pgbouncer in transaction mode refuses or forgets; `npm run cluster` has the real one.
const url = await useTestDatabase();
const pooled = createDb({ url, poolMax: 1, applicationName: 'test', isPooled: true });
const direct = createDb({ url, poolMax: 1, applicationName: 'test' });
afterAll(() => Promise.all([pooled.close(), direct.close()]));

const one = prepare<{ one: number }>('one', 'select $1::integer as one');
const settingOf = async ({ query }: typeof direct) =>
  (await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(query)).rows[0]?.limit;

test('behind a pooler no statement is prepared: the next transaction may get a session that does not know it', async () => {
  const kept = async ({ query }: typeof direct) =>
    (await sql`select from pg_prepared_statements where name = 'one'`.execute(query)).rows.length;
  for (const db of [pooled, direct]) expect(await one(db.query, [1])).toEqual([{ one: 1 }]);
  expect(await kept(direct)).toBe(1);
  expect(await kept(pooled)).toBe(0);
});

test('behind a pooler no setting of a session is sent: it refuses them', async () => {
  expect(await settingOf(direct)).toBe('15s');
  expect(await settingOf(pooled)).toBe('0');
});

test('without DATABASE_DIRECT_URL there is no pooler', () => {
  const env = { STABLEGATE_MODE: 'sandbox', DATABASE_URL: 'postgres://a@pooler/a' };
  expect(loadConfig(env).database).toMatchObject({ directUrl: env.DATABASE_URL, isPooled: false });
  const past = 'postgres://a@primary/a';
  expect(loadConfig({ ...env, DATABASE_DIRECT_URL: past }).database).toMatchObject({
    url: env.DATABASE_URL,
    directUrl: past,
    isPooled: true,
  });
});

test('a refusal of pgbouncer is an unavailable database, not an error of ours', () => {
  expect(isUnavailable(Object.assign(new Error('server conn crashed?'), { code: '08P01' }))).toBe(true);
});
