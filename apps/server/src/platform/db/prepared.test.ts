import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/parts/database';
import { createDb } from './db';
import { prepare } from './prepared';

// one connection, so that its statements are known
const db = createDb({ url: await useTestDatabase(), poolMax: 1, applicationName: 'test' });
afterAll(() => db.close());

const addUp = prepare<{ sum: number }>('add_up', 'select sum from test_add_up($1, $2)');
const define = (body: string, columns = 'out sum integer') =>
  sql`${sql.raw(`create function test_add_up(a integer, b integer, ${columns}) language sql as $$ ${body} $$`)}`.execute(db.query);
const drop = () => sql`drop function if exists test_add_up(integer, integer)`.execute(db.query);
const kept = async () => {
  const { rows } = await sql<{ times: number }>`
    select (generic_plans + custom_plans)::integer as times from pg_prepared_statements where name = 'add_up'`.execute(db.query);
  return rows.map(({ times }) => times);
};

beforeEach(async () => {
  await drop();
  await define('select a + b');
});

test('a connection parses it once and runs it any number of times, inside and outside a transaction', async () => {
  expect(await addUp(db.query, [1, 2])).toEqual([{ sum: 3 }]);
  expect(await db.transaction((tx) => addUp(tx, [3, 4]))).toEqual([{ sum: 7 }]);
  expect(await kept()).toEqual([2]);
});

test('invalid values leave it usable, even where they end a transaction', async () => {
  await addUp(db.query, [1, 1]);
  await expect(addUp(db.query, ['one', 2])).rejects.toThrow('invalid input syntax');
  await expect(db.transaction((tx) => addUp(tx, ['one', 2]))).rejects.toThrow('invalid input syntax');
  expect(await addUp(db.query, [5, 6])).toEqual([{ sum: 11 }]);
});

test('a function replaced by an update, with an additional column, is used from the next call on', async () => {
  await addUp(db.query, [1, 1]);
  await drop();
  await define('select a + b + 100, a', 'out sum integer, out first integer');
  expect(await addUp(db.query, [1, 1])).toEqual([{ sum: 102 }]);
});
