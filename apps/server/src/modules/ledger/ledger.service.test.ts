import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf } from '../../../test/ids';
import { addUsers } from '../../../test/ledger';
import { useTestDatabase } from '../../../test/parts/database';
import { manualClock } from '../../platform/clock';
import { createDb, type Db } from '../../platform/db/db';
import type { UserId } from '../../platform/id-types';
import { createLedgerService, type LedgerService } from './ledger.service';

const clock = manualClock('2026-03-01T10:00:00Z');
let db: Db;
let ledger: LedgerService;
let userId: UserId;
let serial = 0;

beforeAll(async () => {
  db = createDb({ url: await useTestDatabase(), poolMax: 4, applicationName: 'test' });
  ledger = createLedgerService({ db, clocks: { business: clock, real: clock }, timeZone: 'Asia/Ho_Chi_Minh' });
});
afterAll(async () => {
  const check = await ledger.check('full');
  await db.close();
  expect(check.faults).toEqual([]);
});

/** Every test has its own user. */
async function newUser(balance = 0n): Promise<string> {
  serial += 1;
  [userId] = (await addUsers(db, 1, `svc${serial}`)) as [UserId];
  if (balance > 0n) await deposit(balance);
  return userId;
}
const movement = (amountMicros: bigint) => {
  serial += 1;
  return { userId, amountMicros, reference: `ref_${serial}`, idempotencyKey: `key:${serial}` };
};
const deposit = (amount: bigint) =>
  db.transaction((tx) => ledger.credit(tx, { ...movement(amount), reason: 'USDT top-up', from: 'usdt_clearing' }));
const balance = () => ledger.getBalance(userId);
const lines = async () =>
  (await ledger.listTransactions({ userIds: [userId] }, { page: 0, size: 100 })).content.map(({ type, reason, amountMicros }) => [
    type,
    reason,
    amountMicros,
  ]);

describe('credit, hold, capture, release', () => {
  test('a user without any posting has nothing', async () => {
    await newUser();
    expect(await balance()).toEqual({ balance: 0n, held: 0n, available: 0n, owed: 0n });
    expect(await ledger.balancesOf([userId])).toEqual(new Map());
  });

  test('a hold reserves; its capture takes the money, and the rest of a partial capture is released', async () => {
    await newUser(100n);
    const holdId = await db.transaction((tx) => ledger.hold(tx, movement(60n)));
    expect(await balance()).toEqual({ balance: 100n, held: 60n, available: 40n, owed: 0n });
    const posted = await db.transaction((tx) => ledger.capture(tx, holdId, { amountMicros: 50n }));
    expect(posted).toMatchObject({ movedMicros: -50n, owedMicros: 0n, balanceAfterMicros: 50n, replayed: false });
    expect(await balance()).toEqual({ balance: 50n, held: 0n, available: 50n, owed: 0n });
    expect(await lines()).toEqual([
      ['deduct', 'Invoice fee', -50n],
      ['top-up', 'USDT top-up', 100n],
    ]);
  });

  test('a released hold leaves no line and takes nothing', async () => {
    await newUser(100n);
    const holdId = await db.transaction((tx) => ledger.hold(tx, movement(60n)));
    await db.transaction((tx) => ledger.release(tx, holdId));
    expect(await balance()).toEqual({ balance: 100n, held: 0n, available: 100n, owed: 0n });
    expect(await lines()).toHaveLength(1);
  });

  test('a hold ends once: repeating the same end returns the same, another end is refused', async () => {
    await newUser(100n);
    const holdId = await db.transaction((tx) => ledger.hold(tx, movement(60n)));
    const first = await db.transaction((tx) => ledger.capture(tx, holdId));
    const again = await db.transaction((tx) => ledger.capture(tx, holdId));
    expect(again).toEqual({ ...first, replayed: true });
    await expect(db.transaction((tx) => ledger.release(tx, holdId))).rejects.toMatchObject({ code: 'conflict', status: 409 });
    await expect(db.transaction((tx) => ledger.capture(tx, holdId, { amountMicros: 1n }))).rejects.toMatchObject({ code: 'conflict' });
    expect(await balance()).toMatchObject({ balance: 40n, held: 0n });
  });

  test('capturing more than is held, or an unknown hold, is a bug and throws', async () => {
    await newUser(100n);
    const holdId = await db.transaction((tx) => ledger.hold(tx, movement(60n)));
    await expect(db.transaction((tx) => ledger.capture(tx, holdId, { amountMicros: 61n }))).rejects.toThrow('more_than_held');
    const { entryId } = await deposit(1n);
    await expect(db.transaction((tx) => ledger.release(tx, idOf(entryId)))).rejects.toThrow('unknown_hold');
  });

  test('a refusal names the required and the available amount, and spends nothing', async () => {
    await newUser(100_000n);
    await db.transaction((tx) => ledger.hold(tx, movement(40_000n)));
    await expect(db.transaction((tx) => ledger.hold(tx, movement(500_001n)))).rejects.toMatchObject({
      code: 'insufficient_balance',
      status: 402,
      message: 'Your balance is too low: 0.500001 USD is needed, 0.06 USD is available.',
    });
    expect(await balance()).toMatchObject({ balance: 100_000n, held: 40_000n });
  });

  test('a refused posting leaves the caller’s transaction usable', async () => {
    await newUser(10n);
    await db.transaction(async (tx) => {
      await expect(ledger.hold(tx, movement(11n))).rejects.toMatchObject({ code: 'insufficient_balance' });
      await ledger.hold(tx, movement(10n));
    });
    expect(await balance()).toMatchObject({ held: 10n });
  });

  test('a rolled-back posting leaves no trace', async () => {
    await newUser(10n);
    const rolledBack = db.transaction(async (tx) => {
      await ledger.charge(tx, movement(10n));
      throw new Error('the invoice could not be saved');
    });
    await expect(rolledBack).rejects.toThrow('could not be saved');
    expect(await balance()).toMatchObject({ balance: 10n });
  });
});

describe('debt', () => {
  test('a fee beyond the balance becomes debt, settled by the next deposit', async () => {
    await newUser(30n);
    const charged = await db.transaction((tx) => ledger.charge(tx, movement(50n)));
    expect(charged).toMatchObject({ movedMicros: -30n, owedMicros: 20n, balanceAfterMicros: 0n });
    expect(await balance()).toEqual({ balance: 0n, held: 0n, available: 0n, owed: 20n });
    await deposit(15n);
    expect(await balance()).toEqual({ balance: 0n, held: 0n, available: 0n, owed: 5n });
    await deposit(100n);
    expect(await balance()).toEqual({ balance: 95n, held: 0n, available: 95n, owed: 0n });
    expect(await lines()).toEqual([
      ['deduct', 'Invoice fee', -5n],
      ['top-up', 'USDT top-up', 100n],
      ['deduct', 'Invoice fee', -15n],
      ['top-up', 'USDT top-up', 15n],
      ['deduct', 'Invoice fee', -30n],
      ['top-up', 'USDT top-up', 30n],
    ]);
    expect(await ledger.totalsOf(userId)).toMatchObject({ used: 50n, deposited: 145n, lines: 6 });
  });

  test('neither a late fee nor a reversed deposit touches what open invoices hold', async () => {
    await newUser(100n);
    const holdId = await db.transaction((tx) => ledger.hold(tx, movement(70n)));
    expect(await db.transaction((tx) => ledger.charge(tx, movement(40n)))).toMatchObject({ movedMicros: -30n, owedMicros: 10n });
    const taken = await db.transaction((tx) => ledger.takeBack(tx, { ...movement(25n), to: 'usdt_clearing' }));
    expect(taken).toMatchObject({ movedMicros: 0n, owedMicros: 25n });
    expect(await balance()).toEqual({ balance: 70n, held: 70n, available: 0n, owed: 35n });
    await db.transaction((tx) => ledger.capture(tx, holdId));
    expect(await balance()).toEqual({ balance: 0n, held: 0n, available: 0n, owed: 35n });
  });

  test('unpaid fees are settled before a reversed deposit, and each line names its reason', async () => {
    await newUser(0n);
    await db.transaction((tx) => ledger.takeBack(tx, { ...movement(30n), to: 'bank_clearing' }));
    await db.transaction((tx) => ledger.charge(tx, movement(10n)));
    await deposit(25n);
    expect(await balance()).toEqual({ balance: 0n, held: 0n, available: 0n, owed: 15n });
    expect(await lines()).toEqual([
      ['deduct', 'Adjustment', -15n],
      ['deduct', 'Invoice fee', -10n],
      ['top-up', 'USDT top-up', 25n],
    ]);
  });

  test('a refund returns the fee, and settles debt first', async () => {
    await newUser(30n);
    await db.transaction((tx) => ledger.charge(tx, movement(50n)));
    await db.transaction((tx) => ledger.refund(tx, movement(50n)));
    expect(await balance()).toEqual({ balance: 30n, held: 0n, available: 30n, owed: 0n });
    expect(await ledger.totalsOf(userId)).toMatchObject({ used: 0n });
  });

  test('an operator adds, and takes at most the available balance', async () => {
    await newUser();
    await db.transaction((tx) => ledger.adjust(tx, movement(10n)));
    await expect(db.transaction((tx) => ledger.adjust(tx, movement(-11n)))).rejects.toMatchObject({ code: 'insufficient_balance' });
    await db.transaction((tx) => ledger.adjust(tx, movement(-4n)));
    expect(await balance()).toMatchObject({ balance: 6n });
    expect(await lines()).toEqual([
      ['deduct', 'Adjustment', -4n],
      ['add', 'Adjustment', 10n],
    ]);
  });
});

describe('idempotency', () => {
  test('the same key and input return the same, even when the money is gone by then', async () => {
    await newUser(100n);
    const spend = { ...movement(-100n) };
    const first = await db.transaction((tx) => ledger.adjust(tx, spend));
    expect(await db.transaction((tx) => ledger.adjust(tx, spend))).toEqual({ ...first, replayed: true });
    expect(await balance()).toMatchObject({ balance: 0n });
  });

  test.each([
    ['amount', { amountMicros: 6n }],
    ['reference', { reference: 'another' }],
  ])('the same key with another %s is refused', async (_what, change) => {
    await newUser(100n);
    const fee = movement(5n);
    await db.transaction((tx) => ledger.charge(tx, fee));
    await expect(db.transaction((tx) => ledger.charge(tx, { ...fee, ...change }))).rejects.toMatchObject({
      code: 'idempotency_key_reused',
      status: 409,
    });
  });

  test('the same key for another user or another operation is refused', async () => {
    await newUser(100n);
    const fee = movement(5n);
    await db.transaction((tx) => ledger.charge(tx, fee));
    await expect(db.transaction((tx) => ledger.hold(tx, fee))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await newUser(100n);
    await expect(db.transaction((tx) => ledger.charge(tx, { ...fee, userId }))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await balance()).toMatchObject({ balance: 100n });
  });
});

describe('days and statistics', () => {
  test.each(['not yet folded', 'folded', 'folded half-way'])(
    'sums per day follow the business time zone and are exact at once: %s',
    async (when) => {
      await newUser();
      clock.set('2026-03-10T16:59:00Z'); // 23:59 in Ho Chi Minh City
      await deposit(100n);
      await db.transaction((tx) => ledger.charge(tx, movement(7n)));
      if (when === 'folded half-way') await ledger.check('incremental');
      await db.transaction((tx) => ledger.charge(tx, movement(1n)));
      clock.set('2026-03-10T17:00:00Z'); // the next day there
      await db.transaction((tx) => ledger.charge(tx, movement(9n)));
      if (when === 'folded') await ledger.check('incremental');
      expect(await ledger.listDays({ userId, fromDay: '2026-03-01', toDay: '2026-03-31' })).toMatchObject([
        { day: '2026-03-10', lines: 3, usdt: 100n, fee: -8n },
        { day: '2026-03-11', lines: 1, usdt: 0n, fee: -9n },
      ]);
      expect(await ledger.sumDays({ userId, fromDay: '2026-03-11', toDay: '2026-03-11' })).toMatchObject({ fee: -9n, lines: 1 });
      expect(await ledger.totalsOf(userId)).toMatchObject({ lines: 4, used: 17n, deposited: 100n });
    },
  );

  test('the platform’s sums are those of all users', async () => {
    const before = await ledger.platformTotals();
    const range = { fromDay: '2026-03-20', toDay: '2026-03-20' };
    clock.set('2026-03-20T05:00:00Z');
    await newUser(40n);
    await db.transaction((tx) => ledger.charge(tx, movement(60n)));
    const after = await ledger.platformTotals();
    expect(after.deposited - before.deposited).toBe(40n);
    expect(after.used - before.used).toBe(40n);
    expect(after.owed - before.owed).toBe(20n);
    expect(after.lines - before.lines).toBe(2);
    expect(await ledger.sumDays(range)).toMatchObject({ usdt: 40n, fee: -40n, lines: 2 });
    await ledger.check('incremental');
    expect(await ledger.platformTotals()).toEqual(after);
    expect(await ledger.sumDays(range)).toMatchObject({ usdt: 40n, fee: -40n, lines: 2 });
  });

  test('a slow clock never puts an entry before its predecessor', async () => {
    await newUser();
    clock.set('2026-03-12T12:00:00Z');
    await deposit(10n);
    clock.set('2026-03-11T12:00:00Z'); // another process, a day behind
    await deposit(20n);
    const { content } = await ledger.listTransactions({ userIds: [userId] }, { page: 0, size: 10 });
    expect(content.map(({ amountMicros }) => amountMicros)).toEqual([20n, 10n]);
    expect(content[0]?.createdAt).toEqual(content[1]?.createdAt);
    clock.set('2026-03-13T12:00:00Z');
    await deposit(1n);
  });

  test('the balance at a time is that of the last entry until then', async () => {
    await newUser();
    clock.set('2026-04-01T00:00:00Z');
    await deposit(100n);
    clock.set('2026-04-02T00:00:00Z');
    await db.transaction((tx) => ledger.charge(tx, movement(30n)));
    expect(await ledger.getBalanceAt(userId, new Date('2026-03-31T23:59:59Z'))).toBe(0n);
    expect(await ledger.getBalanceAt(userId, new Date('2026-04-01T12:00:00Z'))).toBe(100n);
    expect(await ledger.getBalanceAt(userId, new Date('2026-04-02T00:00:00Z'))).toBe(70n);
  });
});

describe('the database refuses', () => {
  const refused = (statement: string) => expect(sql.raw(statement).execute(db.query)).rejects;
  const row = (changes: Record<string, string>) => {
    const columns = {
      account_id: `(select max(id) from ledger_accounts)`,
      version: '1000',
      phase: `'posted'`,
      kind: `'fee'`,
      balance_delta: '-5',
      receivable_delta: '0',
      platform_account: `'fees'`,
      held_delta: '0',
      balance_after: '0',
      held_after: '0',
      owed_after: '0',
      reference: `'x'`,
      idempotency_key: `'forged'`,
      created_at: 'now()',
      ...changes,
    };
    return `insert into ledger_entries (${Object.keys(columns).join(', ')}) values (${Object.values(columns).join(', ')})`;
  };

  test('to change, delete or empty the journal', async () => {
    await refused('update ledger_entries set balance_after = 0').toMatchObject({ code: '23001' });
    await refused('delete from ledger_entries').toMatchObject({ code: '23001' });
    await refused('truncate ledger_entries').toMatchObject({ code: '23001' });
  });

  test('an entry without a balancing account', async () => {
    await refused(row({ platform_account: 'null' })).toMatchObject({ code: '23502', column: 'platform_account' });
  });

  test('to delete an account or to overdraw it', async () => {
    await newUser(1n);
    await refused('delete from ledger_accounts').toMatchObject({ code: '23001' });
    await refused('update ledger_accounts set balance = -1').toMatchObject({ constraint: 'ledger_accounts_never_overdrawn' });
    await refused('update ledger_accounts set held = balance + 1').toMatchObject({ constraint: 'ledger_accounts_never_overdrawn' });
  });

  test.each([
    ['with a version that exists', { version: '1' }, 'ledger_entries_pkey'],
    ['with a key that exists', { idempotency_key: '(select min(idempotency_key) from ledger_entries)' }, 'ledger_entries_key_unique'],
  ])('an entry %s', async (_what, changes, constraint) => {
    await refused(row(changes)).toMatchObject({ constraint });
  });
});
