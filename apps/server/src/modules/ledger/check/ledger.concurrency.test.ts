import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf } from '../../../../test/ids';
import { addUsers } from '../../../../test/ledger';
import { useTestDatabase } from '../../../../test/parts/database';
import { bundleEntry } from '../../../../test/processes/command';
import { AppError } from '../../../platform/app-error';
import { systemClocks } from '../../../platform/clock';
import { createDb, type Db } from '../../../platform/db/db';
import { asUserId, type HoldId, type UserId } from '../../../platform/id-types';
import { createLedgerService, type LedgerService, type Movement, type Posted } from '../ledger.service';

const CONNECTIONS = 50;
const NOBODY = asUserId('');
let url: string;
let db: Db;
let ledger: LedgerService;
let serial = 0;

beforeAll(async () => {
  url = await useTestDatabase();
  db = createDb({ url, poolMax: CONNECTIONS, applicationName: 'test' });
  ledger = createLedgerService({ db, clocks: systemClocks, timeZone: 'Asia/Ho_Chi_Minh' });
});
afterAll(async () => {
  const { faults } = await ledger.check('full');
  await db.close();
  expect(faults).toEqual([]);
});

async function newUsers(count: number, balance: bigint): Promise<UserId[]> {
  serial += 1;
  const users = await addUsers(db, count, `par${serial}x`);
  for (const userId of users) {
    await db.transaction((tx) => ledger.credit(tx, { ...movement(userId, balance), reason: 'USDT top-up', from: 'usdt_clearing' }));
  }
  return users;
}
async function newUser(balance: bigint): Promise<UserId> {
  const [userId = NOBODY] = await newUsers(1, balance);
  return userId;
}
function movement(userId: UserId, amountMicros: bigint): Movement {
  serial += 1;
  return { userId, amountMicros, reference: `ref${serial}`, idempotencyKey: `par:${serial}` };
}
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
function expectOneAnswer(answers: readonly Posted[]): void {
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(new Set(answers.map(({ entryId, balanceAfterMicros }) => `${entryId} ${balanceAfterMicros}`)).size).toBe(1);
}
/** The caller continues after a refusal and commits: the refusal must have left nothing behind. */
const refusals: string[] = [];
const refusal = (error: unknown) => void refusals.push(error instanceof AppError ? error.code : String(error));
const deadlocks = async () => {
  const { rows } = await sql<{ deadlocks: bigint }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(
    db.query,
  );
  return rows[0]?.deadlocks;
};

describe('concurrency', () => {
  test.each(['hold', 'adjust'] as const)('fifty spends of the whole balance by %s: exactly one succeeds', async (way) => {
    const userId = await newUser(1_000n);
    const spend = () =>
      db.transaction(
        (tx): Promise<unknown> =>
          way === 'hold' ? ledger.hold(tx, movement(userId, 1_000n)) : ledger.adjust(tx, movement(userId, -1_000n)),
      );
    const codes = await times(50, () => codeOf(spend()));
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(codes.filter((code) => code === 'insufficient_balance')).toHaveLength(49);
    expect(await ledger.getBalance(userId)).toMatchObject({ available: 0n });
  });

  test('F29: fifty spends from three processes: exactly one succeeds', async () => {
    const userId = await newUser(1_000n);
    const spender = await bundleEntry('../test/processes/ledger-spender');
    const spenders = [17, 17, 16].map((tries, index) =>
      spawn(process.execPath, [spender, url, userId, String(tries), String(index)], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    await Promise.all(spenders.map(({ stdout }) => once(stdout, 'data')));
    const answers = spenders.map(async ({ stdin, stdout }) => {
      stdin.write('go\n');
      return (await text(stdout)).trim().split('\n');
    });
    const codes = (await Promise.all(answers)).flat();
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(codes.filter((code) => code === 'insufficient_balance')).toHaveLength(49);
    expect(await ledger.getBalance(userId)).toEqual({ balance: 1_000n, held: 1_000n, available: 0n, owed: 0n });
  });

  test('fifty late fees of the whole balance: each is charged, the balance pays one, the others become debt', async () => {
    const userId = await newUser(1_000n);
    const charged = await times(50, () => db.transaction((tx) => ledger.charge(tx, movement(userId, 1_000n))));
    expect(charged.filter(({ movedMicros }) => movedMicros === -1_000n)).toHaveLength(1);
    expect(await ledger.getBalance(userId)).toEqual({ balance: 0n, held: 0n, available: 0n, owed: 49_000n });
  });

  test('a credit with one key, a hundred times concurrently, happens once and returns the same to all', async () => {
    const userId = await newUser(1_000n);
    const input = { ...movement(userId, 700n), reason: 'Bank top-up', from: 'bank_clearing' } as const;
    const answers = await times(100, () => db.transaction((tx) => ledger.credit(tx, input)));
    expectOneAnswer(answers);
    expect(await ledger.getBalance(userId)).toMatchObject({ balance: 1_700n });
  });

  test('a spend of the whole balance with one key, a hundred times concurrently, is never refused', async () => {
    const userId = await newUser(1_000n);
    const input = movement(userId, -1_000n);
    const answers = await times(100, () => db.transaction((tx) => ledger.adjust(tx, input)));
    expectOneAnswer(answers);
    expect(await ledger.getBalance(userId)).toMatchObject({ balance: 0n });
  });

  test.each([
    ['enough money', 100n, 0n],
    ['too little of it', 4n, 6n],
  ])(
    'one key for different users concurrently, with %s: one gets it, the others are refused and keep their balance',
    async (_what, balance, owed) => {
      const users = await newUsers(10, balance);
      const { idempotencyKey } = movement(NOBODY, 1n);
      const codes = await Promise.all(
        users.map((userId) =>
          codeOf(db.transaction((tx) => ledger.charge(tx, { ...movement(userId, 10n), idempotencyKey, reference: 'same' }).catch(refusal))),
        ),
      );
      expect(codes.filter((code) => code === 'done')).toHaveLength(10);
      expect(refusals.splice(0)).toEqual(Array.from({ length: 9 }, () => 'idempotency_key_reused'));
      const standing = [...(await ledger.balancesOf(users)).values()];
      expect(standing.reduce((sum, each) => sum + each.balance, 0n)).toBe(balance * 10n - 10n + owed);
      expect(standing.reduce((sum, each) => sum + each.owed, 0n)).toBe(owed);
    },
  );

  test('concurrent capture and release of one hold: one of them wins', async () => {
    const userId = await newUser(100n);
    for (let round = 0; round < 20; round += 1) {
      const holdId = await db.transaction((tx) => ledger.hold(tx, movement(userId, 1n)));
      const codes = await times(6, (index) =>
        codeOf(db.transaction((tx): Promise<unknown> => (index % 2 === 0 ? ledger.capture(tx, holdId) : ledger.release(tx, holdId)))),
      );
      expect(codes.filter((code) => code === 'done')).toHaveLength(3); // the winner and its two repetitions
      expect(codes.filter((code) => code === 'conflict')).toHaveLength(3);
    }
    expect(await ledger.getBalance(userId)).toMatchObject({ held: 0n });
  });

  test('a sweep over two thousand holds of one user is idempotent', async () => {
    const userId = await newUser(1_000_000n);
    const holds: HoldId[] = [];
    while (holds.length < 2_000) {
      holds.push(...(await times(50, () => db.transaction((tx) => ledger.hold(tx, movement(userId, 3n))))));
    }
    await db.transaction((tx) => ledger.captureMany(tx, holds.slice(0, 500)));
    await db.transaction((tx) => ledger.captureMany(tx, holds.slice(0, 1_000))); // half of them had already ended this way
    await db.transaction((tx) => ledger.releaseMany(tx, [...holds.slice(1_000), ...holds.slice(1_000)]));
    expect(await ledger.getBalance(userId)).toEqual({ balance: 997_000n, held: 0n, available: 997_000n, owed: 0n });
    await expect(db.transaction((tx) => ledger.releaseMany(tx, holds))).rejects.toMatchObject({ code: 'conflict' });
    await expect(db.transaction((tx) => ledger.releaseMany(tx, [idOf('led_1_99999999')]))).rejects.toThrow('do not exist');
  });

  test('the first posting of a user, sixteen times concurrently, creates one account', async () => {
    serial += 1;
    const [userId = NOBODY] = await addUsers(db, 1, `first${serial}x`);
    await times(16, () =>
      db.transaction((tx) => ledger.credit(tx, { ...movement(userId, 10n), reason: 'USDT top-up', from: 'usdt_clearing' })),
    );
    expect(await ledger.getBalance(userId)).toMatchObject({ balance: 160n });
  });
});

describe('opposite lock orders never deadlock', () => {
  test('transactions over the same users in opposite orders, locks taken first', async () => {
    const users = await newUsers(6, 10_000n);
    const before = await deadlocks();
    await times(50, (index) =>
      db.transaction(async (tx) => {
        const order = index % 2 === 0 ? users : [...users].reverse();
        await ledger.lockAccounts(tx, order);
        for (const userId of order) await ledger.charge(tx, movement(userId, 1n));
      }),
    );
    expect([...(await ledger.balancesOf(users)).values()].map(({ balance }) => balance)).toEqual(users.map(() => 9_950n));
    expect(await deadlocks()).toBe(before);
  });

  test('sweeps that end holds of the same users in opposite orders', async () => {
    const users = await newUsers(8, 10_000n);
    const holds: HoldId[][] = [];
    for (let sweep = 0; sweep < 24; sweep += 1) {
      holds.push(await Promise.all(users.map((userId) => db.transaction((tx) => ledger.hold(tx, movement(userId, 10n))))));
    }
    const before = await deadlocks();
    await Promise.all(
      holds.map((ids, index) =>
        db.transaction((tx) => {
          const order = index % 2 === 0 ? ids : [...ids].reverse();
          return index % 3 === 0 ? ledger.captureMany(tx, order) : ledger.releaseMany(tx, order);
        }),
      ),
    );
    const balances = [...(await ledger.balancesOf(users)).values()];
    expect(balances.map(({ balance, held }) => [balance, held])).toEqual(users.map(() => [9_920n, 0n]));
    expect(await deadlocks()).toBe(before);
  });
});
