import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CreatedBankDeposit, UnmatchedBankTransfer } from '@stablegate/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { type Merchant, newMerchant } from '../../../../test/stores';
import { manualClock, systemClock } from '../../../platform/clock';

const SEPAY_KEY = 'sepay-key-of-the-tests';
const DONG = 1_300_000; // 50 USD at 26,000
const HOUR_MS = 60 * 60_000;
const clock = manualClock('2026-03-04T03:00:00Z');
let app: TestApp;
let admin: Merchant;
let answer = '';
const server = createServer((_request, response) => response.end(answer));
let counter = 0;
const next = () => {
  clock.advance(1); // ids of one millisecond are unordered
  counter += 1;
  return counter;
};

async function useRate(rate: number): Promise<void> {
  answer = String(rate);
  await app.services.deposits.refreshRate();
}
const rateIsFrom = (ago: string) => sql`update vnd_rate set fetched_at = now() - ${ago}::interval`.execute(app.platform.db.query);

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  app = await startTestApp({
    env: { SEPAY_API_KEY: SEPAY_KEY, VND_RATE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` },
    clocks: { business: clock, real: systemClock },
  });
  admin = await newMerchant(app, 'admin_rates');
  await app.platform.db.query.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', admin.userId).execute();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => useRate(26_000));

const create = (who: Merchant) =>
  who.post(
    `/deposit-invoice/create-bank?${new URLSearchParams({ method: 'vietnam-bank-auto', amount: '50', description: `TU${next().toString().padStart(8, '0')}` })}`,
  );
type Customer = { readonly who: Merchant; readonly deposit: CreatedBankDeposit };
async function newCustomer(): Promise<Customer> {
  const who = await newMerchant(app, `rates_${next()}`);
  const made = await create(who);
  expect(made.statusCode, made.body).toBe(201);
  return { who, deposit: made.json() };
}
async function send(content: string, transferAmount: number): Promise<void> {
  const body = { id: 70_000 + next(), accountNumber: '0000123456', transferType: 'in', transferAmount, content };
  const got = await app.browser().post('/bank-feed/sepay', body, { authorization: `Apikey ${SEPAY_KEY}` });
  expect(got.statusCode, got.body).toBe(200);
}
const balanceOf = async ({ who }: Customer) => (await app.services.ledger.getBalance(who.userId)).balance;
const waitingWith = async (text: string): Promise<UnmatchedBankTransfer[]> =>
  (await admin.get('/admin/unmatched-bank-transfers?size=100'))
    .json()
    .data.transfers.filter(({ content }: UnmatchedBankTransfer) => content.includes(text));
const assign = ({ id }: UnmatchedBankTransfer, depositId: string) =>
  admin.post(`/admin/unmatched-bank-transfers/${id}/assign`, { depositId, reason: 'The customer showed the receipt' });

describe('the rate of a deposit holds', () => {
  test('until a day after it has expired; what comes later is worth what dong are worth that day', async () => {
    for (const [hours, credited] of [
      [48, 50_000_000n],
      [49, 46_428_571n],
      [60 * 24, 46_428_571n],
    ] as const) {
      const customer = await newCustomer();
      await useRate(28_000);
      clock.advance(hours * HOUR_MS - 1_000);
      await send(customer.deposit.reference, DONG);
      expect(await balanceOf(customer), `${hours} hours`).toBe(credited);
      await useRate(26_000);
    }
  });

  test('up to its amount, also in parts', async () => {
    const customer = await newCustomer();
    await useRate(20_000);
    await send(customer.deposit.reference, 1_000_000);
    expect(await balanceOf(customer)).toBe(38_461_538n);
    await send(customer.deposit.reference, 1_000_000); // 300,000 of it fill up the deposit
    expect(await balanceOf(customer)).toBe(38_461_538n + 11_538_461n + 35_000_000n);
    await send(customer.deposit.reference, 2_800_000_000);
    expect(await balanceOf(customer)).toBe(38_461_538n + 11_538_461n + 35_000_000n + 140_000_000_000n);
  });

  test('for what came in time, also when an admin assigns it months later', async () => {
    const customer = await newCustomer();
    const text = `quen noi dung ${next()}`;
    await send(text, DONG);
    await useRate(28_000);
    clock.advance(60 * 24 * HOUR_MS);
    const [waiting] = await waitingWith(text);
    const assigned = await assign(waiting as UnmatchedBankTransfer, customer.deposit.id);
    expect(assigned.json().data, assigned.body).toMatchObject({ credited: '50.000000' });
  });
});

describe('a rate that was last read more than a day ago', () => {
  test('offers no bank top-up; what does not need it is credited, the rest waits for a newer one', async () => {
    const [customer, late] = [await newCustomer(), await newCustomer()];
    await rateIsFrom('25 hours');
    const refused = await create(customer.who);
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'rate_too_old']);
    await send(customer.deposit.reference, DONG);
    expect(await balanceOf(customer)).toBe(50_000_000n);
    await send(customer.deposit.reference, 1);
    expect(await balanceOf(customer)).toBe(50_000_000n);
    clock.advance(60 * 24 * HOUR_MS);
    await send(late.deposit.reference, 28_000);
    expect(await balanceOf(late)).toBe(0n);
    expect(await waitingWith(customer.deposit.reference)).toMatchObject([{ amountVnd: 1, reason: 'rate_too_old' }]);
    const [waiting] = await waitingWith(late.deposit.reference);
    expect(waiting).toMatchObject({ reason: 'rate_too_old', candidates: [{ depositId: late.deposit.id }] });
    const early = await assign(waiting as UnmatchedBankTransfer, late.deposit.id);
    expect([early.statusCode, early.json().code]).toEqual([503, 'rate_too_old']);
    await useRate(28_000);
    expect((await assign(waiting as UnmatchedBankTransfer, late.deposit.id)).json().data).toMatchObject({ credited: '1.000000' });
    expect(await balanceOf(late)).toBe(1_000_000n);
  });

  test('that was never read offers none either', async () => {
    await sql`delete from vnd_rate`.execute(app.platform.db.query);
    const refused = await create(admin);
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'rate_too_old']);
  });
});
