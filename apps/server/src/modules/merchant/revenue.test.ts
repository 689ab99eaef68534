import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { startTestChain, type TestChain } from '../../../test/parts/chain';
import { addWallet, callApi, evmAddress, type Merchant, newMerchant, newStore } from '../../../test/stores';

let app: TestApp;
let chain: TestChain;
let merchant: Merchant;
let api: ReturnType<typeof callApi>;
const TO = evmAddress(0x7201);
const BEP20_UNIT = 10n ** 12n;

beforeAll(async () => {
  chain = await startTestChain();
  await chain.mine(20); // something to reorganise
  app = await startTestApp({ networks: [chain.settings('BEP20')], roles: ['watcher'] });
  merchant = await newMerchant(app, 'revenue_1');
  const store = await newStore(merchant);
  await addWallet(merchant, store.id, 'BEP20', TO);
  api = callApi(app, store.apiKey);
});

const revenue = async (who = merchant) => (await who.get('/dashboard/revenue-user')).json().data;
const series = async (days: number, who = merchant) => (await who.get(`/dashboard/revenue-user/series?days=${days}`)).json().data;

async function paidInvoice(amount: string, micros: bigint): Promise<string> {
  const answer = await api.post('/payment/invoice', { name: 'Tea', amount, request_id: `v-${amount}` });
  const transId: string = answer.json().data.trans_id;
  await chain.pay('BEP20', TO, micros * BEP20_UNIT);
  await vi.waitFor(
    async () => {
      await chain.mine();
      expect((await merchant.get(`/invoice/${transId}`)).json().status).toBe('SUCCESS');
    },
    { timeout: 15_000, interval: 60 },
  );
  return transId;
}

test('nothing yet: zeros, and an entry for every day', async () => {
  expect(await revenue()).toMatchObject({ allTime: 0, month: 0, week: 0, today: 0, yesterday: 0, counts: { allTime: 0 } });
  const days = await series(7);
  expect(days).toHaveLength(7);
  expect(days.at(-1)).toEqual({ date: (await revenue()).businessDay, amount: 0, count: 0 });
  expect((await merchant.get('/dashboard/revenue-user/series?days=8')).statusCode).toBe(422);
  expect(await series(90)).toHaveLength(90);
});

test('a paid invoice counts with its amount, not with what the customer sent, for its owner only', async () => {
  await paidInvoice('20.5', 20_602_500n);
  expect(await revenue()).toMatchObject({
    allTime: 20.5,
    month: 20.5,
    week: 20.5,
    today: 20.5,
    yesterday: 0,
    counts: { today: 1, allTime: 1 },
  });
  expect((await series(30)).at(-1)).toMatchObject({ amount: 20.5, count: 1 });
  expect(await revenue(await newMerchant(app, 'revenue_2'))).toMatchObject({ allTime: 0 });
  expect(await app.services.merchant.getRevenue()).toMatchObject({ allTime: 20.5, counts: { today: 1 } });
});

test('a deeply reorged payment is no revenue, and counts again when it returns', async () => {
  const transId = await paidInvoice('30', 30_150_000n);
  expect(await revenue()).toMatchObject({ today: 50.5, counts: { today: 2 } });
  await chain.reorg(12, false);
  await vi.waitFor(
    async () => {
      await chain.mine();
      expect((await merchant.get(`/invoice/${transId}`)).json().flags).toContain('reversed');
    },
    { timeout: 15_000, interval: 60 },
  );
  const gone = await revenue();
  expect(gone.counts.today).toBeLessThan(2);
  expect(gone.today).toBe((await expectedToday()).amount);

  await chain.pay('BEP20', TO, 30_150_000n * BEP20_UNIT);
  await vi.waitFor(
    async () => {
      await chain.mine();
      expect((await merchant.get(`/invoice/${transId}`)).json().flags).not.toContain('reversed');
    },
    { timeout: 15_000, interval: 60 },
  );
  expect(await revenue()).toMatchObject({ today: gone.today + 30, counts: { today: gone.counts.today + 1 } });
});

test('the roll-up equals the sum of the invoices, day by day', async () => {
  const { amount, count } = await expectedToday();
  expect((await series(7)).at(-1)).toMatchObject({ amount, count });
});

async function expectedToday(): Promise<{ amount: number; count: number }> {
  const { rows } = await sql<{ amount: number; count: number }>`
    select (coalesce(sum(amount), 0) / 1000000.0)::double precision as amount, count(*)::integer as count from invoices
     where user_id = ${merchant.userId} and status = 'SUCCESS' and not 'reversed' = any(flags)`.execute(app.platform.db.query);
  return rows[0] ?? { amount: 0, count: 0 };
}
