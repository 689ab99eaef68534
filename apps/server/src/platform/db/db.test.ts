import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/parts/database';
import { afterCommit, createDb } from './db';
import { isUnavailable } from './db-errors';

const url = await useTestDatabase();
const db = createDb({ url, poolMax: 4, applicationName: 'test' });
afterAll(() => db.close());

const addReported = (key: string) => db.query.insertInto('reported_keys').values({ key }).execute();

describe('transactions', () => {
  test('of two that deadlock both succeed: one is retried', async () => {
    await addReported('left');
    await addReported('right');
    const lock = (tx: typeof db.query, key: string) => sql`update reported_keys set reported_at = now() where key = ${key}`.execute(tx);
    let arrived = 0;
    let runs = 0;
    const crossing = (first: string, second: string) =>
      db.transaction(async (tx) => {
        runs += 1;
        await lock(tx, first);
        arrived += 1;
        for (let i = 0; i < 100 && arrived < 2; i += 1) await new Promise((resolve) => setTimeout(resolve, 10));
        await lock(tx, second);
        return 'done';
      });
    expect(await Promise.all([crossing('left', 'right'), crossing('right', 'left')])).toEqual(['done', 'done']);
    expect(runs).toBe(3);
  });

  test('commit hooks run after the commit, and never for a failed transaction', async () => {
    const ran: string[] = [];
    await db.transaction(async (tx) => afterCommit(tx, () => ran.push('kept')));
    await db
      .transaction(async (tx) => {
        afterCommit(tx, () => ran.push('lost'));
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(ran).toEqual(['kept']);
  });

  test('a failing commit hook affects neither the result nor the other hooks', async () => {
    const ran: string[] = [];
    const answer = await db.transaction(async (tx) => {
      afterCommit(tx, () => {
        throw new Error('nobody listens');
      });
      afterCommit(tx, () => ran.push('next'));
      return 'committed';
    });
    expect([answer, ...ran]).toEqual(['committed', 'next']);
  });

  test('bigint columns are bigint in code', async () => {
    const { rows } = await sql<{ big: bigint }>`select 9007199254740993::bigint as big`.execute(db.query);
    expect(rows[0]?.big).toBe(9_007_199_254_740_993n);
  });
});

test('an unreachable database is distinguished from a bug of ours', async () => {
  const absent = createDb({ url: 'postgres://u:p@127.0.0.1:1/x', poolMax: 2, applicationName: 'test' });
  const error = await sql`select 1`.execute(absent.query).catch((thrown: unknown) => thrown);
  expect(isUnavailable(error)).toBe(true);
  const mistake = await sql`select nonsense`.execute(db.query).catch((thrown: unknown) => thrown);
  expect(isUnavailable(mistake)).toBe(false);
  await absent.close();
});
