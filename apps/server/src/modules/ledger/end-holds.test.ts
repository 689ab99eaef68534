import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUsers } from '../../../test/ledger';
import { useTestDatabase } from '../../../test/parts/database';
import { manualClock } from '../../platform/clock';
import { createDb, type Db } from '../../platform/db/db';
import type { HoldId, UserId } from '../../platform/id-types';
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

const movement = (amountMicros: bigint) => {
  serial += 1;
  return { userId, amountMicros, reference: `ref_${serial}`, idempotencyKey: `key:${serial}` };
};
async function newUser(balance: bigint): Promise<void> {
  serial += 1;
  [userId] = (await addUsers(db, 1, `holder${serial}`)) as [UserId];
  await db.transaction((tx) => ledger.credit(tx, { ...movement(balance), reason: 'USDT top-up', from: 'usdt_clearing' }));
}
async function newHolds(count: number): Promise<HoldId[]> {
  const holds: HoldId[] = [];
  for (let made = 0; made < count; made += 1) holds.push(await db.transaction((tx) => ledger.hold(tx, movement(5n))));
  return holds;
}
const balance = () => ledger.getBalance(userId);

test('many holds end in one statement, all or none', async () => {
  await newUser(100n);
  const holds = await newHolds(10);
  await db.transaction((tx) => ledger.captureMany(tx, holds.slice(0, 4)));
  await expect(db.transaction((tx) => ledger.releaseMany(tx, holds))).rejects.toMatchObject({ code: 'conflict' });
  expect(await balance()).toMatchObject({ balance: 80n, held: 30n });
  await db.transaction((tx) => ledger.releaseMany(tx, holds.slice(4)));
  await db.transaction((tx) => ledger.releaseMany(tx, []));
  expect(await balance()).toMatchObject({ balance: 80n, held: 0n });
});

test('many at once are looked up by key, even with statistics from before there were any', async () => {
  await newUser(100_000n);
  // Ends of a long journal, so that reading all of it does not look cheap.
  await sql`select ledger_post(${userId}, 'posted', 'fee', -1, 0, 0, 'fees', false, null, 'inv', 'many/' || n, now()) from generate_series(1, 4000) n`.execute(
    db.query,
  );
  await sql`analyze ledger_entries`.execute(db.query);
  const holds = await newHolds(20);
  const { rows } = await db.transaction(async (tx) => {
    await ledger.captureMany(tx, holds);
    return sql`select seq_scan::integer as scans from pg_stat_xact_user_tables where relname = 'ledger_entries'`.execute(tx);
  });
  expect(rows).toEqual([{ scans: 0 }]);
  expect(await balance()).toMatchObject({ balance: 95_900n, held: 0n });
});
