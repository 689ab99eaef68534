import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiCall, EpusdtReply, EpusdtSettings } from '@stablegate/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { arrive, stateOf } from '../../../../test/arrivals';
import { invoiceRow } from '../../../../test/shop';
import {
  addWallet,
  callApi,
  evmAddress,
  giveBalance,
  type Merchant,
  NETWORK_ENV,
  newMerchant,
  newStore,
  type OwnStore,
  TRON_ADDRESS,
} from '../../../../test/stores';
import { listReadRates } from '../../stores/epusdt/epusdt.queries';
import { signEpusdt } from '../../stores/stores.service';

let app: TestApp;
let alice: Merchant;
let store: OwnStore;
let settings: EpusdtSettings;
let orders = 0;

const change = async (input: object) => {
  const answer = await alice.put(`/store/${store.id}/epusdt`, { enabled: true, ...input });
  if (answer.statusCode === 200) settings = answer.json();
  return answer;
};
beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
  alice = await newMerchant(app, 'alice_epusdt');
  store = await newStore(alice);
  await addWallet(alice, store.id, 'BEP20', evmAddress(0x901));
  await addWallet(alice, store.id, 'TRON', TRON_ADDRESS);
  await giveBalance(app, alice.userId, 100_000_000n);
  expect((await change({ source: 'fixed', rate: '7.2' })).statusCode).toBe(200);
});

const BARE = '/api/v1/order/create-transaction';
const send = (fields: object, url = new URL(settings.endpoint).pathname) => app.server.inject({ method: 'POST', url, payload: fields });
function orderOf(more: object = {}) {
  orders += 1;
  return { order_id: `o-${orders}`, amount: 72, notify_url: 'http://shop.example/notify', redirect_url: 'https://shop.example/', ...more };
}
const signed = (fields: object, token = settings.token ?? '') => ({ ...fields, signature: signEpusdt({ ...fields }, token) });
const call = async (more: object = {}, url?: string): Promise<EpusdtReply> => (await send(signed(orderOf(more)), url)).json();

test("an order is in the log of the store's calls; one with a wrong signature is nobody's", async () => {
  const other = await newStore(alice);
  const { endpoint, token } = (await alice.put(`/store/${other.id}/epusdt`, { enabled: true, source: 'fixed', rate: '7.2' })).json();
  const url = new URL(endpoint).pathname;
  await send(signed(orderOf(), 'wrong'), url);
  const { headers } = await send(signed(orderOf(), token), url);
  const listed = async () => (await alice.get(`/store/${other.id}/api-calls`)).json<{ content: ApiCall[] }>().content;
  await vi.waitFor(async () => expect(await listed()).toHaveLength(1), { timeout: 20_000, interval: 200 });
  const route = 'POST /epusdt/{merchantId}/api/v1/order/create-transaction';
  expect(await listed()).toMatchObject([{ key: 'epusdt', keyName: null, route, status: 200, requestId: headers['x-request-id'] }]);
});

test('an order is answered in the published form, and is an invoice of the store', async () => {
  const order = orderOf();
  const answer = await send(signed(order));
  expect(answer.statusCode).toBe(200);
  const { data, ...rest } = answer.json<EpusdtReply>();
  expect(rest).toEqual({ status_code: 200, message: 'success', request_id: expect.any(String) });
  expect(data).toEqual({
    trade_id: expect.stringMatching(/^[0-9a-z]{26}$/),
    order_id: order.order_id,
    amount: 72,
    actual_amount: 10.05,
    token: TRON_ADDRESS,
    expiration_time: expect.any(Number),
    payment_url: expect.stringContaining(`/bill/${data?.trade_id}`),
  });
  const details = (await alice.get(`/invoice/${data?.trade_id}`)).json();
  expect(details).toMatchObject({
    amount: '10.000000',
    requestId: order.order_id,
    callbackUrl: order.notify_url,
    successUrl: order.redirect_url,
  });
});

test('while Epusdt watches the same address, none of its amounts pays an invoice', async () => {
  const own = await newStore(alice, 'Moving');
  const place = evmAddress(0x902);
  await addWallet(alice, own.id, 'BEP20', place);
  const put = (sharesAddresses: boolean) => alice.put(`/store/${own.id}`, { name: own.name, sharesAddresses });
  expect((await put(true)).json()).toMatchObject({ sharesAddresses: true });
  const api = callApi(app, own.apiKey);
  const made = await api.post('/payment/invoice', { name: 'Tea', amount: '10', request_id: 'shared-1' });
  const { trans_id: transId } = made.json().data;
  const { payable } = await invoiceRow(app, transId);
  expect(payable > 10_050_000n && payable <= 10_059_900n && payable % 10_000n !== 0n, `${payable}`).toBe(true);
  await api.post('/payment/invoice', { name: 'Tea', amount: '30', request_id: 'shared-2' });
  expect(await stateOf(app, await arrive(app, { to: place, micros: 10_050_000n }))).toBe('unmatched'); // of an order of Epusdt
  expect((await put(false)).json()).toMatchObject({ sharesAddresses: false });
  const entries = (await alice.get('/audit-log')).json().content;
  expect(entries[0]).toMatchObject({ action: 'store.changed', before: { sharesAddresses: 'on' }, after: { sharesAddresses: 'off' } });
});

describe('the store', () => {
  test('is found by its token at Epusdt’s own path where the operator named it, whatever other stores there are', async () => {
    const offered = await newStore(alice, 'Named');
    await addWallet(alice, offered.id, 'BEP20', evmAddress(0x902));
    const { token } = (await alice.put(`/store/${offered.id}/epusdt`, { enabled: true, source: 'usdt' })).json<EpusdtSettings>();
    // Anybody may switch it on for as many stores as an account can have.
    await sql`
      with made as (
        insert into stores (id, user_id, name, merchant_id, invoice_expiry_minutes, api_key_sealed, api_key_fingerprint, callback_secret_sealed, created_at)
        select 'sto_0' || n, user_id, name, 'M0' || n, invoice_expiry_minutes, api_key_sealed, sha256(n::text::bytea), callback_secret_sealed, created_at
          from stores, generate_series(1, 60) n where id = ${store.id} returning id)
      insert into store_epusdt (store_id, enabled, token_sealed, rate_source, created_at)
      select made.id, true, token_sealed, 'usdt', e.created_at from made, store_epusdt e where e.store_id = ${store.id}`.execute(
      app.platform.db.query,
    );
    const own = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, EPUSDT_STORES: offered.merchantId };
    const naming = await startTestApp({ env: { ...NETWORK_ENV, ...own } });
    const order = async (key: string) => {
      const answer = await naming.server.inject({ method: 'POST', url: BARE, payload: signed(orderOf(), key) });
      return answer.json<EpusdtReply>().status_code;
    };
    expect(await order(token ?? '')).toBe(200);
    expect(await order('eps_other')).toBe(401);
    expect(await order(settings.token ?? '')).toBe(401); // of a store that was not named
    expect((await call({}, BARE)).status_code).toBe(401); // where none is named
    await sql`delete from store_epusdt where store_id like 'sto\\_0%'`.execute(app.platform.db.query);
    await sql`delete from stores where id like 'sto\\_0%'`.execute(app.platform.db.query);
  });

  test.each([
    ['no signature', () => orderOf()],
    ['another token', () => signed(orderOf(), 'eps_other')],
    ['a changed amount', () => ({ ...signed(orderOf()), amount: 1 })],
    ['a signature that is no text', () => ({ ...orderOf(), signature: 5 })],
    ['a nested value', () => signed(orderOf({ more: { a: 1 } }))],
  ])('refuses %s', async (_name, fields) => {
    const answer = await send(fields());
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { status_code: 401, message: expect.any(String), data: null, request_id: expect.any(String) },
    ]);
  });

  test('refuses the token of another store at its own address', async () => {
    const other = await newStore(alice, 'Other');
    const theirs = (await alice.put(`/store/${other.id}/epusdt`, { enabled: true, source: 'usdt' })).json<EpusdtSettings>();
    expect((await send(signed(orderOf(), theirs.token ?? ''))).json().status_code).toBe(401);
    expect((await send(signed(orderOf(), theirs.token ?? ''), new URL(theirs.endpoint).pathname)).json().status_code).toBe(10003);
  });

  test('that switched it off or renewed its token refuses what worked before', async () => {
    const before = settings.token ?? '';
    const { token } = (await alice.post(`/store/${store.id}/epusdt/refresh-token`)).json();
    expect(token).toMatch(/^eps_[A-Za-z0-9]{32}$/);
    expect((await send(signed(orderOf(), before))).json().status_code).toBe(401);
    expect((await send(signed(orderOf(), token))).json().status_code).toBe(200);
    await change({ source: 'fixed', rate: '7.2', enabled: false });
    expect((await call()).status_code).toBe(401);
    expect(settings.token).toBe(token);
    await change({ source: 'fixed', rate: '7.2' });
  });
});

test.each([
  ['an order_id that was used', { order_id: 'twice' }, 10002],
  ['an amount of nothing', { amount: 0.009 }, 10004],
  ['too much', { amount: 7_200_001 }, 10004],
  ['another currency', { fiat: 'USD' }, 10006],
  ['a rate of its own', { rate: '7.4' }, 10006],
  ['another coin', { trade_type: 'tron.trx' }, 10009],
  ['a network without an address', { trade_type: 'usdt.solana' }, 10003],
  ['no plain number', { amount: '1e3' }, 10009],
  ['no order_id', { order_id: '' }, 10009],
  ['a notify_url that is none', { notify_url: 'javascript:alert(1)' }, 10009],
  ['a redirect_url that is none', { redirect_url: 'shop' }, 10009],
])('%s is refused with its code', async (_name, more, code) => {
  if (code === 10002) expect((await call(more)).status_code).toBe(200);
  expect(await call(more)).toMatchObject({ status_code: code, data: null, message: expect.stringMatching(/.{10}/) });
});

test('a body that is no JSON is refused in the same form', async () => {
  const url = new URL(settings.endpoint).pathname;
  const answer = await app.server.inject({ method: 'POST', url, payload: '{', headers: { 'content-type': 'application/json' } });
  expect([answer.statusCode, answer.json().status_code]).toEqual([200, 10009]);
});

test('fields of later versions that change nothing are accepted; a network is followed', async () => {
  expect(await call({ fiat: 'CNY', name: 'Tea', timeout: 1200, address: '', rate: '', trade_type: 'usdt.bep20' })).toMatchObject({
    status_code: 200,
    data: { token: expect.stringMatching(/^0x/) },
  });
  expect((await call({ amount: '72.00', order_id: 20220201 })).data).toMatchObject({ order_id: '20220201', amount: 72 });
});

describe('the rate', () => {
  let answer = '{"rates":{"CNY":7.1}}';
  const server = createServer((_request, response) => response.end(answer));
  const rateUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`;
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('amounts can be USDT', async () => {
    await change({ source: 'usdt' });
    expect((await call({ amount: 10 })).data).toMatchObject({ amount: 10 });
    expect((await call({ amount: 20, fiat: 'USD' })).data).toMatchObject({ actual_amount: 20.1 });
    expect((await call({ fiat: 'CNY' })).status_code).toBe(10006);
  });

  test('can be read from an address, which is checked at once and every five minutes', async () => {
    const reading = { source: 'address', rate: '7.2', rateUrl: rateUrl(), ratePath: 'rates.CNY' };
    answer = '{"rates":{"CNY":71}}';
    const refused = await change(reading);
    expect([refused.statusCode, refused.json().errors[0].path]).toEqual([422, 'rateUrl']);
    answer = '{"rates":{"CNY":7.1}}';
    await change(reading);
    expect(settings).toMatchObject({ currentRate: '7.1', rate: '7.2', rateReadAt: expect.any(String) });
    expect((await call({ amount: 71 })).data?.actual_amount).toBeCloseTo(10.05, 1);
    answer = '{"rates":{"CNY":6.9}}';
    await app.services.stores.refreshEpusdtRates();
    expect((await alice.get(`/store/${store.id}/epusdt`)).json()).toMatchObject({ currentRate: '6.9' });
    answer = '{"rates":{"CNY":690}}';
    await app.services.stores.refreshEpusdtRates();
    expect((await alice.get(`/store/${store.id}/epusdt`)).json()).toMatchObject({ currentRate: '6.9' });
  });

  test('that was last read more than a day ago makes no order, until it is read again or entered', async () => {
    answer = '{"rates":{"CNY":7.1}}';
    const reading = { source: 'address', rate: '7.2', rateUrl: rateUrl(), ratePath: 'rates.CNY' };
    await change(reading);
    const findingAged = (ago: string) =>
      sql`update store_epusdt set found_at = now() - ${ago}::interval, read_at = now() - interval '1 hour', read_failures = 10
           where store_id = ${store.id}`.execute(app.platform.db.query);
    await findingAged('23 hours');
    expect((await call({ amount: 72 })).status_code).toBe(200);
    await findingAged('25 hours');
    expect(await call({ amount: 73 })).toMatchObject({ status_code: 10006, message: expect.stringContaining('for a day') });
    await app.services.stores.refreshEpusdtRates();
    expect((await call({ amount: 73 })).status_code).toBe(200);
    await findingAged('25 hours');
    await change({ source: 'fixed', rate: '7.2' });
    expect((await call({ amount: 74 })).status_code).toBe(200);
  });

  test('of many slow addresses of one account is read after those of the others, and each less often from then on', async () => {
    const bob = await newMerchant(app, 'bob_epusdt');
    const theirs = await newStore(bob);
    answer = '{"rates":{"CNY":7.1}}';
    const reading = { source: 'address', rate: '7.2', rateUrl: rateUrl(), ratePath: 'rates.CNY' };
    expect((await bob.put(`/store/${theirs.id}/epusdt`, { enabled: true, ...reading })).statusCode).toBe(200);
    for (let made = 0; made < 3; made += 1) {
      const slow = await newStore(alice, `Slow ${made}`);
      expect((await alice.put(`/store/${slow.id}/epusdt`, { enabled: true, ...reading })).statusCode).toBe(200);
    }
    await change({ source: 'usdt' });
    await sql`update store_epusdt set read_at = read_at - interval '1 hour' where rate_source = 'address'`.execute(app.platform.db.query);
    const { query } = app.platform.db;
    const names = async (minutes: number) => {
      const rows = await listReadRates(query, new Date(Date.now() + minutes * 60_000));
      return Promise.all(rows.map(async ({ storeId }) => (storeId === theirs.id ? 'bob' : 'alice')));
    };
    expect((await names(0)).slice(0, 2).sort()).toEqual(['alice', 'bob']);
    answer = 'nothing';
    await app.services.stores.refreshEpusdtRates();
    expect(await names(4)).toEqual([]);
    expect(await names(6)).toHaveLength(4);
    for (const minutes of [5, 10]) {
      await sql`update store_epusdt set read_at = read_at - ${`${minutes} minutes`}::interval where rate_source = 'address'`.execute(query);
      await app.services.stores.refreshEpusdtRates();
    }
    expect([await names(19), await names(21)].map(({ length }) => length)).toEqual([0, 4]);
  });

  test.each(['0', '0.01', '100.1', '-7', '7,2', '7.1234567', ''])('%j is no rate', async (rate) => {
    expect((await change({ source: 'fixed', rate })).statusCode).toBe(422);
  });
});

test('is asked for by its owner alone', async () => {
  const mallory = await newMerchant(app, 'mallory_epusdt');
  expect((await mallory.get(`/store/${store.id}/epusdt`)).statusCode).toBe(404);
  expect((await mallory.put(`/store/${store.id}/epusdt`, { enabled: true, source: 'usdt' })).statusCode).toBe(404);
  expect((await mallory.post(`/store/${store.id}/epusdt/refresh-token`)).statusCode).toBe(404);
});
