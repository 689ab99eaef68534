import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import {
  addWallet,
  atOnce,
  callApi,
  evmAddress,
  giveBalance,
  type Merchant,
  NETWORK_ENV,
  newMerchant,
  newStore,
  TRON_ADDRESS,
} from '../../../../test/stores';
import type { StoreId } from '../../../platform/id-types';

let app: TestApp;
let alice: Merchant;
let api: ReturnType<typeof callApi>;
let storeId: StoreId;
let orders = 0;

beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
  alice = await newMerchant(app, 'alice_1');
  const store = await newStore(alice);
  storeId = store.id;
  await addWallet(alice, store.id, 'BEP20', evmAddress(1));
  await addWallet(alice, store.id, 'ERC20', evmAddress(1));
  await addWallet(alice, store.id, 'TRON', TRON_ADDRESS);
  api = callApi(app, store.apiKey);
});

const order = (change: object = {}) => {
  orders += 1;
  return { name: 'Tea', amount: '25', request_id: `order-${orders}`, ...change };
};
const invoiceRow = (transId: string) =>
  app.platform.db.query.selectFrom('invoices').selectAll().where('trans_id', '=', transId).executeTakeFirstOrThrow();
/** A separate merchant with one EVM address and a balance. */
async function richMerchant(name: string, address: number, balance: bigint) {
  const merchant = await newMerchant(app, name);
  const store = await newStore(merchant);
  await addWallet(merchant, store.id, 'BEP20', evmAddress(address));
  await giveBalance(app, merchant.userId, balance);
  return { merchant, store, api: callApi(app, store.apiKey) };
}

test('an invoice is created with everything it needs, and the reply matches the contract', async () => {
  const body = order({
    amount: '100.50',
    description: 'two cups',
    success_url: 'https://Shop.example/ok',
    callback_url: 'http://shop.example/cb',
  });
  const answer = await api.post('/payment/invoice', body);
  expect(answer.statusCode, answer.body).toBe(201);
  const { data, ...rest } = answer.json();
  expect(rest).toEqual({ status: 'success', msg: 'Invoice created' });
  expect(data).toMatchObject({ amount: '100.500000', status: 'pending' });
  expect(data.trans_id).toMatch(/^[0-9a-z]{26}$/);
  expect(data.url_payment).toBe(`http://localhost:0/bill/${data.trans_id}`);
  const row = await invoiceRow(data.trans_id);
  expect(row).toMatchObject({ status: 'WAITING', version: 1, fee: 502_500n, fee_charged: false, hold_id: null, payable: 101_002_500n });
  expect(row.networks).toEqual(['BEP20', 'ERC20', 'TRON']);
  expect(row.success_url).toBe('https://shop.example/ok');
  expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(15 * 60_000);
  expect(new Date(data.expires_at)).toEqual(row.expires_at);
  const reservations = await app.platform.db.query.selectFrom('amount_reservations').selectAll().where('invoice_id', '=', row.id).execute();
  expect(reservations.map(({ family }) => family).sort()).toEqual(['evm', 'tron']); // one for both EVM networks
  const events = await app.platform.db.query.selectFrom('events').selectAll().where('subject', '=', row.id).execute();
  expect(events).toMatchObject([{ topic: 'invoice.created', version: 1 }]);
});

describe('request_id', () => {
  test('F26: 100 concurrent creations create one invoice and answer all', async () => {
    const body = order({ amount: '31' });
    const answers = await atOnce(100, () => api.post('/payment/invoice', body));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(99);
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    const rows = await app.platform.db.query.selectFrom('invoices').select('payable').where('request_id', '=', body.request_id).execute();
    expect(rows).toEqual([{ payable: 31_155_000n }]);
  });

  test('the same order again, comparing amounts by value and ignoring unknown fields, returns the same with 200', async () => {
    const body = order({ amount: '25.5' });
    const first = await api.post('/payment/invoice', body);
    const again = await api.post('/payment/invoice', { ...body, amount: '25.5000', colour: 'red' });
    expect([again.statusCode, again.body]).toEqual([200, first.body]);
  });

  test.each([{ amount: '26' }, { name: 'Coffee' }, { description: 'x' }, { description: '' }, { success_url: 'https://x.example/' }])(
    'F27: another order under it is refused: %j',
    async (change) => {
      const body = order();
      const { data } = (await api.post('/payment/invoice', body)).json();
      const answer = await api.post('/payment/invoice', { ...body, ...change });
      expect([answer.statusCode, answer.json().code, answer.json().msg]).toEqual([409, 'request_id_reused', answer.json().message]);
      expect((await api.get(`/payment/invoice?request_id=${body.request_id}`)).json().data.trans_id).toBe(data.trans_id);
    },
  );

  test('is scoped to its store', async () => {
    const other = await newStore(alice);
    await addWallet(alice, other.id, 'BEP20', evmAddress(1));
    const body = order();
    const first = (await api.post('/payment/invoice', body)).json().data;
    const second = await callApi(app, other.apiKey).post('/payment/invoice', body);
    expect(second.statusCode).toBe(201);
    expect(second.json().data.trans_id).not.toBe(first.trans_id);
  });
});

describe('payable amounts', () => {
  test('300 concurrent creations of 10 USDT at one address all differ, the first of them 10.0500', async () => {
    const shop = await richMerchant('shop_300', 300, 1_000_000_000n);
    const bodies = Array.from({ length: 300 }, () => order({ amount: '10' }));
    const answers = await atOnce(bodies.length, (index) => shop.api.post('/payment/invoice', bodies[index]));
    expect(answers.filter(({ statusCode }) => statusCode !== 201 && statusCode !== 200)).toEqual([]);
    const rows = await app.platform.db.query.selectFrom('invoices').select('payable').where('store_id', '=', shop.store.id).execute();
    const payables = rows.map(({ payable }) => payable).sort((a, b) => (a < b ? -1 : 1));
    expect(new Set(payables).size).toBe(300);
    expect(payables[0]).toBe(10_050_000n);
    expect(payables.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, n) => 10_050_000n + BigInt(n) * 100n)); // small tails first
    expect(payables.at(-1)).toBeLessThanOrEqual(10_149_900n);
    expect(await app.services.ledger.getBalance(shop.merchant.userId)).toMatchObject({ held: 300n * 50_000n });
  });

  test('when no tail is left the refusal is clear; amounts that ended two hours ago are taken over, oldest first', async () => {
    const shop = await richMerchant('shop_full', 301, 1_000_000_000n);
    await sql`insert into amount_reservations (family, address_key, payable, invoice_id, ended_at)
      select 'evm', ${evmAddress(301)}, 10050000 + n * 100, 'inv_other_' || n, null from generate_series(0, 999) n`.execute(
      app.platform.db.query,
    );
    const refused = await shop.api.post('/payment/invoice', order({ amount: '10' }));
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'too_many_open_invoices_for_amount']);
    expect(await app.services.ledger.getBalance(shop.merchant.userId)).toMatchObject({ held: 0n });

    const end = (n: number, minutes: number) =>
      sql`update amount_reservations set ended_at = now() - make_interval(mins => ${minutes}) where invoice_id = ${`inv_other_${n}`}`.execute(
        app.platform.db.query,
      );
    await end(7, 119);
    expect((await shop.api.post('/payment/invoice', order({ amount: '10' }))).statusCode).toBe(422);
    await end(501, 150);
    await end(70, 170);
    const taken: bigint[] = [];
    for (let n = 0; n < 2; n += 1) {
      const answer = await shop.api.post('/payment/invoice', order({ amount: '10' }));
      expect(answer.statusCode, answer.body).toBe(201);
      taken.push((await invoiceRow(answer.json().data.trans_id)).payable);
    }
    expect(taken).toEqual([10_057_000n, 10_100_100n]);
    expect((await shop.api.post('/payment/invoice', order({ amount: '10' }))).statusCode).toBe(422);
  });

  test('one payable must be free at all addresses of the invoice', async () => {
    await sql`insert into amount_reservations (family, address_key, payable, invoice_id)
      select 'tron', address_key, 77385000, 'inv_elsewhere' from store_wallets where store_id = ${storeId} and network = 'TRON'`.execute(
      app.platform.db.query,
    );
    const { trans_id } = (await api.post('/payment/invoice', order({ amount: '77' }))).json().data;
    const row = await invoiceRow(trans_id);
    expect(row.payable).toBeGreaterThan(77_385_000n);
    expect(row.payable).toBeLessThanOrEqual(77_394_900n);
    const left = await sql`select 1 from amount_reservations where family = 'evm' and payable = 77385000`.execute(app.platform.db.query);
    expect(left.rows).toEqual([]);
  });
});

describe('the fee', () => {
  test('is held after the trial, and refused with both numbers when the balance is too low', async () => {
    const shop = await richMerchant('shop_fee', 302, 600_000n);
    const { trans_id } = (await shop.api.post('/payment/invoice', order({ amount: '100' }))).json().data;
    expect(await app.services.ledger.getBalance(shop.merchant.userId)).toMatchObject({
      balance: 600_000n,
      held: 500_000n,
      available: 100_000n,
    });
    expect(await invoiceRow(trans_id)).toMatchObject({ fee_charged: true, hold_id: expect.stringMatching(/^led_\d+_\d+$/) });
    const refused = await shop.api.post('/payment/invoice', order({ amount: '20.0002' }));
    expect([refused.statusCode, refused.json().code]).toEqual([402, 'insufficient_balance']);
    expect(refused.json().message).toBe('Your balance is too low: 0.100001 USD is needed, 0.10 USD is available.');
    const rows = await app.platform.db.query
      .selectFrom('amount_reservations')
      .select('payable')
      .where('address_key', '=', evmAddress(302))
      .execute();
    expect(rows).toHaveLength(1);
    const events = await sql`select 1 from events e join invoices i on i.id = e.subject where i.store_id = ${shop.store.id}`.execute(
      app.platform.db.query,
    );
    expect(events.rows).toHaveLength(1);
  });

  test('of the whole balance goes to exactly one of 50 concurrent creations', async () => {
    const shop = await richMerchant('shop_race', 303, 500_000n);
    const answers = await atOnce(50, () => shop.api.post('/payment/invoice', order({ amount: '100' })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array<number>(49).fill(402)]);
    expect(await app.services.ledger.getBalance(shop.merchant.userId)).toMatchObject({ balance: 500_000n, available: 0n });
  });

  test('cancelling releases the hold, once', async () => {
    const shop = await richMerchant('shop_cancel', 304, 500_000n);
    const { trans_id } = (await shop.api.post('/payment/invoice', order({ amount: '100' }))).json().data;
    const answers = await Promise.all(Array.from({ length: 5 }, () => shop.api.post(`/payment/invoice/${trans_id}/cancel`)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await app.services.ledger.getBalance(shop.merchant.userId)).toMatchObject({ available: 500_000n });
    expect(await invoiceRow(trans_id)).toMatchObject({ status: 'EXPIRED', flags: ['cancelled'], version: 2, hold_id: null });
    expect((await shop.api.get(`/payment/invoice/${trans_id}`)).json().data).toMatchObject({ status: 'expired', fee: '0.500000' });
    expect((await app.services.ledger.check('full')).differences).toBe(0);
  });
});

test('a store without an address cannot be paid', async () => {
  const answer = await callApi(app, (await newStore(alice)).apiKey).post('/payment/invoice', order());
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'store_has_no_address']);
});

test('an address stays watched while an invoice needs it, and its amount stays reserved', async () => {
  const store = await newStore(alice);
  const wallet = await addWallet(alice, store.id, 'BEP20', evmAddress(400));
  await callApi(app, store.apiKey).post('/payment/invoice', order());
  expect((await alice.delete(`/wallet/${wallet.id}`)).statusCode).toBe(204);
  const mallory = await newMerchant(app, 'mallory_1');
  const theirs = await newStore(mallory);
  const refused = await mallory.post('/wallet', { storeId: theirs.id, network: 'ERC20', address: evmAddress(400) });
  expect(refused.json().code).toBe('address_in_use');
});
