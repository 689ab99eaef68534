import { CALLBACK_EVENT_TYPES } from '@stablegate/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { arriveTogether, finalise } from '../../../../test/arrivals';
import { countStatements } from '../../../../test/parts/statements';
import { expectSound } from '../../../../test/shop';
import { addWallet, callApi, evmAddress, giveBalance, type Merchant, NETWORK_ENV, newMerchant, newStore } from '../../../../test/stores';

const PAYMENTS = 100;
const STATEMENTS_MAX = 40;
const LOCKS = /ledger_accounts/;

let app: TestApp;
let merchants: Merchant[];
const shops: { readonly to: string; readonly post: ReturnType<typeof callApi>['post'] }[] = [];

beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
  merchants = await Promise.all(['cost_one', 'cost_two'].map((name) => newMerchant(app, name)));
  for (const [index, merchant] of merchants.entries()) {
    const store = await newStore(merchant);
    const to = evmAddress(0xc0_57 + index);
    await addWallet(merchant, store.id, 'BEP20', to);
    await giveBalance(app, merchant.userId, 1_000_000_000n);
    shops.push({ to, post: callApi(app, store.apiKey).post });
    const all = { url: 'https://events.example/', version: '2', events: CALLBACK_EVENT_TYPES };
    if (index === 0) expect((await merchant.post(`/store/${store.id}/endpoints`, all)).statusCode).toBe(201);
  }
});

async function newPayments(count: number): Promise<{ to: string; micros: bigint }[]> {
  const payments: { to: string; micros: bigint }[] = [];
  for (let n = 0; n < count; n += 1) {
    const shop = shops[n % shops.length] as (typeof shops)[number];
    const body = { name: 'Tea', amount: '10', callback_url: `https://shop-${n % 7}.example/callback` };
    const made = await shop.post('/payment/invoice', { ...body, request_id: `cost-${payments.length}-${process.hrtime.bigint()}` });
    expect(made.statusCode, made.body).toBe(201);
    payments.push({ to: shop.to, micros: BigInt(made.json().data.payable.replace('.', '')) });
  }
  return payments;
}

const total = (statements: { calls: number }[]) => statements.reduce((sum, { calls }) => sum + calls, 0);
const statuses = async () =>
  (
    await sql<{ status: string; count: number }>`select status, count(*)::integer as count from invoices group by 1 order by 1`.execute(
      app.platform.db.query,
    )
  ).rows;

test('a hundred payments of a block cost a few statements, and lock accounts only where a fee moves', { timeout: 120_000 }, async () => {
  const payments = await newPayments(PAYMENTS);
  let transfers: Awaited<ReturnType<typeof arriveTogether>> = [];
  const seen = await countStatements(app, async () => {
    transfers = await arriveTogether(app, payments);
  });
  expect(await statuses()).toEqual([{ status: 'PROCESSING', count: PAYMENTS }]);
  const final = await countStatements(app, () => finalise(app, transfers));
  expect(await statuses()).toEqual([{ status: 'SUCCESS', count: PAYMENTS }]);

  expect(total(seen), JSON.stringify(seen)).toBeLessThanOrEqual(STATEMENTS_MAX);
  expect(total(final), JSON.stringify(final)).toBeLessThanOrEqual(STATEMENTS_MAX);
  expect(seen.filter(({ query }) => LOCKS.test(query))).toEqual([]);
  expect(final.filter(({ query }) => LOCKS.test(query)).length).toBeGreaterThan(0);
  for (const { userId } of merchants) {
    const fees = 50_000n * BigInt(PAYMENTS / merchants.length);
    expect(await app.services.ledger.getBalance(userId)).toMatchObject({ balance: 1_000_000_000n - fees, held: 0n });
  }
  const callbacks = await sql`select from callback_deliveries where event = 'completed'`.execute(app.platform.db.query);
  expect(callbacks.rows).toHaveLength(PAYMENTS + PAYMENTS / merchants.length); // the first shop's own endpoint, and every callback_url
  await expectSound(app);
});
