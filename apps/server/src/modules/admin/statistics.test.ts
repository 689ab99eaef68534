import { toWireNumber } from '@stablegate/rules';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { newAdmin } from '../../../test/admins';
import { startTestApp, type TestApp } from '../../../test/app';
import { addUsers } from '../../../test/ledger';
import { startTestChain, type TestChain } from '../../../test/parts/chain';
import { becomes, openShop, order, payShop } from '../../../test/shop';
import type { Merchant } from '../../../test/stores';
import type { UserId } from '../../platform/id-types';

let app: TestApp;
let chain: TestChain;
let admin: Merchant;

beforeAll(async () => {
  chain = await startTestChain();
  app = await startTestApp({ networks: [chain.settings('BEP20')], roles: ['watcher'] });
  admin = await newAdmin(app);
});

async function sum(query: ReturnType<typeof sql<{ value: bigint }>>): Promise<number> {
  const { rows } = await query.execute(app.platform.db.query);
  return toWireNumber(rows[0]?.value ?? 0n);
}
const revenue = async () => (await admin.get('/dashboard/revenue')).json().data;
const last = async (path: string) => (await admin.get(`${path}?days=30`)).json<{ data: Record<string, unknown>[] }>().data.at(-1);
const between = (low: number, high: number) => low + Math.floor(Math.random() * (high - low));

/** In the business time zone; the tests run in less than a day. */
const SETTLED = sql<{ value: bigint }>`
  select coalesce(sum(amount), 0)::bigint as value from invoices where status = 'SUCCESS' and user_id is not null and not 'reversed' = any(flags)`;
const FEES_OF_INVOICES = sql<{ value: bigint }>`
  select coalesce(sum(fee), 0)::bigint as value from invoices where status = 'SUCCESS' and fee_charged`;
const FEES_IN_LEDGER = sql<{ value: bigint }>`select coalesce(sum(amount), 0)::bigint as value from ledger_legs where account = 'fees'`;

async function expectAgreement(): Promise<void> {
  const shown = await revenue();
  expect(shown.allTime).toBe(await sum(SETTLED));
  expect(shown.fee_all_time).toBe(await sum(FEES_IN_LEDGER));
  expect([shown.today, shown.week, shown.month]).toEqual([shown.allTime, shown.allTime, shown.allTime]);
  expect([shown.fee_today, shown.fee_this_week, shown.fee_this_month]).toEqual([
    shown.fee_all_time,
    shown.fee_all_time,
    shown.fee_all_time,
  ]);
  expect(await last('/dashboard/revenue/series')).toMatchObject({ amount: shown.today, fee: shown.fee_today });
}

test('revenue and fees agree with the invoices and the ledger, whenever the ledger was folded', async () => {
  const shops = [await openShop(app), await openShop(app), await openShop(app)];
  for (const [round, shop] of [...shops, ...shops].entries()) {
    const made = await order(app, shop, `${between(1, 900)}.${between(1000, 9999)}`);
    if (round % 3 !== 2) {
      await payShop(chain, 'BEP20', shop.addresses.BEP20, made.payable);
      await becomes(app, chain, made.transId, { status: 'SUCCESS' });
    }
    if (round === 2) await app.services.ledger.check('incremental');
    await expectAgreement();
  }
  expect((await revenue()).fee_all_time).toBe(await sum(FEES_OF_INVOICES));
  expect((await revenue()).allTime).toBeGreaterThan(0);
}, 120_000);

test('owed and refunded fees, and those of an account that fails its check, are all counted, before and after a fold', async () => {
  const userIds = await addUsers(app.platform.db, 5, 'fees');
  const { ledger } = app.services;
  let n = 0;
  for (let step = 0; step < 60; step += 1) {
    n += 1;
    const movement = {
      userId: userIds[between(0, 5)] as UserId,
      amountMicros: BigInt(between(1, 5_000_000)),
      reference: 'random',
      idempotencyKey: `random:${n}`,
    };
    await app.platform.db.transaction(async (tx) => {
      const kind = between(0, 4);
      if (kind === 0) await ledger.credit(tx, { ...movement, reason: 'USDT top-up', from: 'usdt_clearing' });
      else if (kind === 1) await ledger.refund(tx, movement);
      else await ledger.charge(tx, movement); // the missing part becomes debt
    });
    if (step % 20 === 10) expect((await ledger.check('incremental')).differences).toBe(0);
    if (step % 7 === 0) expect((await revenue()).fee_all_time).toBe(await sum(FEES_IN_LEDGER));
  }
  // An account that fails its check is no longer folded, and still counted.
  await sql`update ledger_accounts set balance = balance + 1 where user_id = ${userIds[0]}`.execute(app.platform.db.query);
  await app.platform.db.transaction((tx) =>
    ledger.charge(tx, { userId: userIds[0] as UserId, amountMicros: 3n, reference: 'r', idempotencyKey: 'faulty' }),
  );
  expect((await ledger.check('full')).differences).toBe(1);
  expect((await revenue()).fee_all_time).toBe(await sum(FEES_IN_LEDGER));
}, 60_000);

test('registrations are counted by the days of the business time zone', async () => {
  const statistics = async () => (await admin.get('/admin/user-statistics')).json();
  const before = await statistics();
  expect(before).toMatchObject({ totalUsers: await sum(sql`select count(*) * 1000000 as value from users`) });
  await sql`
    insert into users (id, username, username_key, email, email_key, password_hash, created_at)
    select 'reg' || n, 'reg' || n, 'reg' || n, 'reg' || n, 'reg' || n, '', (date_trunc('day', now() at time zone 'Asia/Ho_Chi_Minh')
           at time zone 'Asia/Ho_Chi_Minh') + step
      from unnest(array[interval '0', interval '-1 second']) with ordinality as s (step, n)`.execute(app.platform.db.query);
  expect(await statistics()).toMatchObject({ totalUsers: before.totalUsers + 2, usersToday: before.usersToday + 1 });
  const days = (await admin.get('/admin/user-statistics/series?days=7')).json<{ data: { count: number }[] }>().data;
  expect(days).toHaveLength(7);
  expect(days.at(-1)?.count).toBe(before.usersToday + 1);
  expect(days.at(-2)?.count).toBe(1);
});

test('deposit totals equal the credits and the ledger', async () => {
  const [userId] = (await addUsers(app.platform.db, 1, 'payer')) as [UserId];
  const bank = { transferType: 'in', gateway: 'Bank', accountNumber: app.services.deposits.bank?.account ?? '' };
  for (let n = 0; n < 4; n += 1) {
    const reference = `AB${between(10_000_000, 99_999_999)}`;
    const amount = `${between(1, 500)}.${between(10, 99)}`;
    const made = await app.services.deposits.createBank(userId, { amount, reference, topupBack: undefined, host: undefined });
    const wanted = Number.parseInt(String(made.amountVnd), 10);
    const paidVnd = n % 2 === 0 ? wanted : wanted - between(1, 9_999);
    await app.services.deposits.receiveTrusted({
      ...bank,
      id: 9_000 + n,
      transferAmount: paidVnd,
      content: `pay ${reference}`,
      transactionDate: '2026-01-01 10:00:00',
    });
  }
  const shown = (await admin.get('/admin/deposit-invoice-statistics')).json();
  expect(shown.totalAllTime).toBeGreaterThan(0);
  expect(shown.totalAllTime).toBe(await sum(sql`select sum(amount)::bigint as value from deposit_credits`));
  expect(shown.totalAllTime).toBe(await sum(sql`select -sum(amount)::bigint as value from ledger_legs where account = 'bank_clearing'`));
  expect([shown.totalToday, shown.totalThisWeek, shown.totalThisMonth]).toEqual([
    shown.totalAllTime,
    shown.totalAllTime,
    shown.totalAllTime,
  ]);
  expect(await last('/admin/deposit-invoice-statistics/series')).toMatchObject({ amount: shown.totalToday });
});
