import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addUsers } from '../../../../test/ledger';
import { useTestDatabase } from '../../../../test/parts/database';
import { manualClock } from '../../../platform/clock';
import { createDb, type Db } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import { createLedgerService, type LedgerService } from '../ledger.service';

const clock = manualClock('2026-05-01T00:00:00Z');
let db: Db;
let ledger: LedgerService;
let userId: UserId;
let serial = 0;

beforeAll(async () => {
  db = createDb({ url: await useTestDatabase(), poolMax: 4, applicationName: 'test' });
  ledger = createLedgerService({ db, clocks: { business: clock, real: clock }, timeZone: 'Asia/Ho_Chi_Minh' });
});
afterAll(() => db.close());

const next = (amountMicros: bigint) => {
  serial += 1;
  return { userId, amountMicros, reference: 'r', idempotencyKey: `check:${serial}` };
};

/** An account with every kind of row over two days; each test breaks it in one way and repairs it afterwards. */
async function live(): Promise<void> {
  await db.transaction((tx) => ledger.credit(tx, { ...next(100n), reason: 'Bank top-up', from: 'bank_clearing' }));
  const captured = await db.transaction((tx) => ledger.hold(tx, next(10n)));
  const released = await db.transaction((tx) => ledger.hold(tx, next(20n)));
  await db.transaction((tx) => ledger.hold(tx, next(5n)));
  await db.transaction((tx) => ledger.capture(tx, captured, { amountMicros: 7n }));
  await db.transaction((tx) => ledger.release(tx, released));
  clock.advance(86_400_000);
  await db.transaction((tx) => ledger.charge(tx, next(200n)));
  await db.transaction((tx) => ledger.refund(tx, next(30n)));
  await db.transaction((tx) => ledger.takeBack(tx, { ...next(40n), to: 'bank_clearing' }));
}

beforeEach(async () => {
  serial += 1;
  [userId] = (await addUsers(db, 1, `chk${serial}`)) as [UserId];
  await live();
});

/** As a user with the database owner's rights could. */
const tamper = (statement: string) =>
  db.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql.raw(statement.replaceAll(':account', `(select id from ledger_accounts where user_id = '${userId}')`)).execute(tx);
  });
const faultsOf = async (mode: 'full' | 'incremental') =>
  (await ledger.check(mode)).faults.find(({ subject }) => subject === userId)?.faults ?? [];

const BREAKS: readonly (readonly [string, string, string, string])[] = [
  [
    'balance',
    'a balance somebody edited',
    'update ledger_accounts set balance = balance + 1 where id = :account',
    'update ledger_accounts set balance = balance - 1 where id = :account',
  ],
  [
    'holds',
    'held money without a hold',
    'update ledger_accounts set held = held - 1 where id = :account',
    'update ledger_accounts set held = held + 1 where id = :account',
  ],
  [
    'owed',
    'a forgiven debt',
    'update ledger_accounts set owed_other = owed_other - 1 where id = :account',
    'update ledger_accounts set owed_other = owed_other + 1 where id = :account',
  ],
  [
    'shape',
    'a word that nobody knows',
    "update ledger_entries set platform_account = 'pocket' where account_id = :account and version = 1",
    "update ledger_entries set platform_account = 'bank_clearing' where account_id = :account and version = 1",
  ],
  [
    'links',
    'an after that is not the next before',
    'update ledger_entries set balance_after = balance_after + 1 where account_id = :account and version = 3',
    'update ledger_entries set balance_after = balance_after - 1 where account_id = :account and version = 3',
  ],
  [
    'gapless',
    'a row that is gone',
    'update ledger_entries set version = 1000 where account_id = :account and version = 3; update ledger_accounts set version = version + 1 where id = :account',
    'update ledger_entries set version = 3 where account_id = :account and version = 1000; update ledger_accounts set version = version - 1 where id = :account',
  ],
  [
    'holds',
    'an end with another amount than its hold',
    'update ledger_entries set held_delta = held_delta + 1 where account_id = :account and version = 5',
    'update ledger_entries set held_delta = held_delta - 1 where account_id = :account and version = 5',
  ],
];

describe('a correct ledger passes', () => {
  test('full and incremental agree, and the second incremental run has nothing to read', async () => {
    expect(await faultsOf('full')).toEqual([]);
    const first = await ledger.check('incremental');
    expect(first).toMatchObject({ entries: 0, accounts: 0, differences: 0 });
    await db.transaction((tx) => ledger.credit(tx, { ...next(500n), reason: 'Bank top-up', from: 'bank_clearing' }));
    await live();
    expect(await ledger.check('incremental')).toMatchObject({ differences: 0, accounts: 1 });
    expect(await ledger.lastCheck()).toMatchObject({ mode: 'incremental', differences: 0 });
  });

  test('an incremental check of a new account reads it from the start', async () => {
    expect((await ledger.check('incremental')).entries).toBeGreaterThanOrEqual(9);
    expect(await faultsOf('full')).toEqual([]);
  });
});

describe('errors are found', () => {
  test.each(BREAKS)('%s: %s', async (code, _what, broken, repaired) => {
    await tamper(broken);
    expect(await faultsOf('incremental')).toContain(code);
    expect(await faultsOf('full')).toContain(code);
    await tamper(repaired);
    expect(await faultsOf('full')).toEqual([]);
  });

  test('an entry without a balancing account, where even the constraint was dropped', async () => {
    await sql`alter table ledger_entries alter column platform_account drop not null`.execute(db.query);
    await tamper('update ledger_entries set platform_account = null where account_id = :account and version = 1');
    expect(await faultsOf('incremental')).toEqual(['zero_sum']);
    await tamper(`update ledger_entries set platform_account = 'bank_clearing' where account_id = :account and version = 1`);
    await sql`alter table ledger_entries alter column platform_account set not null`.execute(db.query);
    expect(await faultsOf('full')).toEqual([]);
  });

  test.each([
    ['totals', 'update ledger_checkpoints set fee = fee - :by where account_id = :account'],
    [
      'days',
      'update ledger_days set fee = fee - :by where account_id = :account and day = (select min(day) from ledger_days where account_id = :account)',
    ],
  ])('roll-ups that were edited: %s', async (code, statement) => {
    expect(await faultsOf('incremental')).toEqual([]); // folds them
    await tamper(statement.replaceAll(':by', '1'));
    expect(await faultsOf('full')).toContain(code);
    await tamper(statement.replaceAll(':by', '-1'));
    expect(await faultsOf('full')).toEqual([]);
  });

  test('a balance edited after its last entry was verified', async () => {
    expect(await faultsOf('incremental')).toEqual([]);
    await tamper('update ledger_accounts set balance = balance + 1 where id = :account');
    expect(await faultsOf('incremental')).toEqual(['balance', 'links']);
    expect(await faultsOf('incremental')).toEqual(['balance', 'links']); // at every run, until it is explained
    await tamper('update ledger_accounts set balance = balance - 1 where id = :account');
    expect(await faultsOf('incremental')).toEqual([]);
  });

  test('rows of an account that does not exist', async () => {
    await tamper('update ledger_entries set account_id = 999999 where account_id = :account');
    const { faults } = await ledger.check('full');
    expect(faults.map(({ subject }) => subject)).toContain('no account with id 999999');
    await tamper('update ledger_entries set account_id = :account where account_id = 999999');
  });
});
