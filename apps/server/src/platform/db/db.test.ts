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
  test('a statement inside one that takes another connection fails here: as many at once as the pool has would wait for each other', async () => {
    const inside = db.transaction(() => addReported('second'));
    await expect(inside).rejects.toThrow('a statement inside a transaction takes another connection');
    await expect(db.transaction(() => db.transaction(async () => 'done'))).rejects.toThrow('takes another connection');
    await addReported('after it');
  });

  test('F30: of two that deadlock both succeed: one is retried', async () => {
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
    // Once more where the one that is retried takes its first row before the other one has woken up, and both deadlock again.
    expect(runs).toBeGreaterThanOrEqual(3);
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

test('F38: calls beyond the pool, and behind a lock that is not released, end as unavailable instead of waiting for ever', async () => {
  const small = createDb({ url, poolMax: 2, applicationName: 'test' });
  await sql`create table locked_rows (id integer)`.execute(small.query);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holding = small.transaction(async (tx) => {
    await sql`lock table locked_rows`.execute(tx);
    await released;
  });
  const behind = sql`select from locked_rows`.execute(small.query).catch((thrown: unknown) => thrown);
  const beyond = await sql`select 1`.execute(small.query).catch((thrown: unknown) => thrown);
  expect(isUnavailable(beyond)).toBe(true);
  expect(isUnavailable(await behind)).toBe(true);
  release();
  await holding;
  const { rows } = await sql`select 1 as one`.execute(small.query);
  expect(rows).toEqual([{ one: 1 }]);
  await small.close();
});

test('an unreachable database is distinguished from a bug of ours', async () => {
  const absent = createDb({ url: 'postgres://u:p@127.0.0.1:1/x', poolMax: 2, applicationName: 'test' });
  const error = await sql`select 1`.execute(absent.query).catch((thrown: unknown) => thrown);
  expect(isUnavailable(error)).toBe(true);
  const mistake = await sql`select nonsense`.execute(db.query).catch((thrown: unknown) => thrown);
  expect(isUnavailable(mistake)).toBe(false);
  await absent.close();
});
