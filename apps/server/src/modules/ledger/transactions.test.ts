import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addUsers } from '../../../test/ledger';
import { useTestDatabase } from '../../../test/parts/database';
import { manualClock } from '../../platform/clock';
import { createDb, type Db } from '../../platform/db/db';
import { asUserId, type UserId } from '../../platform/id-types';
import { createLedgerService, type LedgerService, type TransactionFilters } from './ledger.service';

const ZONE = 'Asia/Ho_Chi_Minh';
const FEES = 10_050;
const clock = manualClock('2026-01-01T00:00:00Z');
let db: Db;
let ledger: LedgerService;
let small: UserId;
let large: UserId;

/** One user with a line of every kind on two days, and one with more fees than totals count. */
beforeAll(async () => {
  db = createDb({ url: await useTestDatabase(), poolMax: 4, applicationName: 'test' });
  ledger = createLedgerService({ db, clocks: { business: clock, real: clock }, timeZone: ZONE });
  [small, large] = (await addUsers(db, 2, 'lists')) as [UserId, UserId];
  let key = 0;
  const movement = (amountMicros: bigint) => {
    key += 1;
    return { userId: small, amountMicros, reference: `r${key}`, idempotencyKey: `list:${key}` };
  };
  clock.set('2026-01-05T16:59:59Z'); // the last second of 5 January there
  await db.transaction((tx) => ledger.credit(tx, { ...movement(100n), reason: 'USDT top-up', from: 'usdt_clearing' }));
  await db.transaction((tx) => ledger.hold(tx, movement(3n))); // a hold is no line
  clock.set('2026-01-05T17:00:00Z'); // the first of 6 January
  await db.transaction((tx) => ledger.credit(tx, { ...movement(50n), reason: 'Bank top-up', from: 'bank_clearing' }));
  await db.transaction((tx) => ledger.charge(tx, movement(7n)));
  clock.set('2026-01-07T05:00:00Z');
  await db.transaction((tx) => ledger.refund(tx, movement(7n)));
  await db.transaction((tx) => ledger.adjust(tx, movement(20n)));
  await db.transaction((tx) => ledger.adjust(tx, movement(-30n)));
  await sql`select ledger_post(${large}, 'posted', 'usdt', 1000000, 0, 0, 'usdt_clearing', false, null, 'r', 'large', ${clock.now()})`.execute(
    db.query,
  );
  for (let first = 1; first <= FEES; first += 500) {
    await sql`
      select count(ledger_post(${large}, 'posted', 'fee', -1, 0, 0, 'fees', false, null, 'r', 'large:' || n,
               ${clock.now()}::timestamptz + n * interval '1 second'))
        from generate_series(${first}::integer, ${Math.min(first + 499, FEES)}::integer) n`.execute(db.query);
  }
  await sql`analyze ledger_entries`.execute(db.query);
});
afterAll(() => db.close());

const list = (filters: TransactionFilters = {}, page = 0, size = 100) =>
  ledger.listTransactions({ userIds: [small], ...filters }, { page, size });
const amounts = async (filters: TransactionFilters) => (await list(filters)).content.map(({ amountMicros }) => amountMicros);

describe('the transactions list', () => {
  test('newest first, with before + amount = after on every line', async () => {
    const { content, totalElements } = await list();
    expect(
      content.map(({ type, reason, beforeMicros, amountMicros, afterMicros }) => [type, reason, beforeMicros, amountMicros, afterMicros]),
    ).toEqual([
      ['deduct', 'Adjustment', 170n, -30n, 140n],
      ['add', 'Adjustment', 150n, 20n, 170n],
      ['add', 'Fee refund', 143n, 7n, 150n],
      ['deduct', 'Invoice fee', 150n, -7n, 143n],
      ['top-up', 'Bank top-up', 100n, 50n, 150n],
      ['top-up', 'USDT top-up', 0n, 100n, 100n],
    ]);
    expect(totalElements).toBe(6);
  });

  test.each<[string, TransactionFilters, bigint[]]>([
    ['add, with top-ups', { type: 'add' }, [20n, 7n, 50n, 100n]],
    ['deduct', { type: 'deduct' }, [-30n, -7n]],
    ['a reason in any case', { reason: 'top-UP' }, [50n, 100n]],
    ['reason and type', { reason: 'adjustment', type: 'deduct' }, [-30n]],
    ['a reason that is none', { reason: 'gift' }, []],
    ['from a day', { from: '2026-01-07' }, [-30n, 20n, 7n]],
    ['to a day, the whole of it', { to: '2026-01-05' }, [100n]],
    ['one day of the business time zone', { from: '2026-01-06', to: '2026-01-06' }, [-7n, 50n]],
    ['days the wrong way round', { from: '2026-01-07', to: '2026-01-05' }, []],
    ['all of it together', { type: 'add', reason: 'fee', from: '2026-01-07', to: '2026-01-07' }, [7n]],
  ])('filter: %s', async (_what, filters, expected) => {
    expect(await amounts(filters)).toEqual(expected);
    expect(await list(filters)).toMatchObject({ totalElements: expected.length });
  });

  test('pages split the same order without overlap', async () => {
    const whole = (await list()).content.map(({ id }) => id);
    const cut = [await list({}, 0, 4), await list({}, 1, 4), await list({}, 2, 4)];
    expect(cut.flatMap(({ content }) => content.map(({ id }) => id))).toEqual(whole);
    expect(cut.map(({ totalElements }) => totalElements)).toEqual([6, 6, 6]);
  });

  test('a user without money has an empty list, and users see only their own', async () => {
    expect(await list({ userIds: [asUserId('nobody')] })).toEqual({ content: [], totalElements: 0 });
    expect((await list()).content.every(({ userId }) => userId === small)).toBe(true);
  });

  test('for admins: everyone’s', async () => {
    const all = await ledger.listTransactions({ type: 'top-up' }, { page: 0, size: 10 });
    expect(all.content.map(({ userId, amountMicros }) => [userId, amountMicros])).toEqual([
      [large, 1_000_000n],
      [small, 50n],
      [small, 100n],
    ]);
    expect((await ledger.listTransactions({}, { page: 0, size: 1 })).totalElements).toBe(FEES + 7);
  });
});

describe('many rows', () => {
  test('without a filter the total is exact; with one it is counted to 10,000 and says so', async () => {
    expect(await list({ userIds: [large] })).toMatchObject({ totalElements: FEES + 1 });
    expect(await list({ userIds: [large], type: 'deduct' })).toMatchObject({ totalElements: 10_000, totalIsCapped: true });
    expect(await list({ userIds: [large], type: 'add' })).toMatchObject({ totalElements: 1 });
  });

  test('the last page within the cap is served, the first beyond it is refused', async () => {
    expect((await list({ userIds: [large], type: 'deduct' }, 99, 100)).content).toHaveLength(100);
    await expect(list({ userIds: [large], type: 'deduct' }, 100, 100)).rejects.toMatchObject({ code: 'page_too_far', status: 422 });
  });

  test('reading in batches gives every row once, newest first', async () => {
    const versions: string[] = [];
    for await (const batch of ledger.eachTransaction(large, { type: 'deduct' })) versions.push(...batch.map(({ id }) => id));
    expect(versions).toHaveLength(FEES);
    expect(new Set(versions).size).toBe(FEES);
    const numbers = versions.map((id) => Number.parseInt(id.split('_')[2] ?? '', 10));
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
  });

  test('a filter reads no more rows than it shows', async () => {
    const before = await rowsRead();
    await list({ userIds: [large], type: 'add', from: '2026-01-01' }, 0, 10);
    expect((await rowsRead()) - before).toBeLessThan(200);
  });
});

/** Rows touched so far by index and table scans of the journal. */
async function rowsRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db.query);
  const { rows } = await sql<{ read: number }>`
    select (coalesce(sum(idx_tup_read), 0) + (select seq_tup_read from pg_stat_user_tables where relname = 'ledger_entries'))::double precision as read
      from pg_stat_user_indexes where relname = 'ledger_entries'`.execute(db.query);
  return rows[0]?.read ?? 0;
}
