import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app';
import { addWallet, callApi, evmAddress, giveBalance, type Merchant, NETWORK_ENV, newMerchant, newStore } from '../../test/stores';

let app: TestApp;
let alice: Merchant;
let store: { id: string; apiKey: string };
let counter = 0;

const WRONG_KEY = `sk_${'x'.repeat(32)}`;

async function shopOf(merchant: Merchant, address: number): Promise<{ id: string; apiKey: string }> {
  const shop = await newStore(merchant);
  await addWallet(merchant, shop.id, 'BEP20', evmAddress(address));
  return shop;
}
const order = () => {
  counter += 1;
  return { name: 'Tea', amount: '10', request_id: `limit-${counter}` };
};
const statuses = async (times: number, call: () => Promise<{ statusCode: number }>): Promise<number[]> => {
  const seen: number[] = [];
  for (let i = 0; i < times; i += 1) seen.push((await call()).statusCode);
  return seen;
};

beforeAll(async () => {
  app = await startTestApp({
    env: {
      ...NETWORK_ENV,
      TRUST_PROXY: '127.0.0.1',
      LIMITS: 'create-invoice=3,payment-page=2,exports=2,wrong-keys=2,signed-in=40,account-changes=12',
    },
  });
  alice = await newMerchant(app, 'alice_limits');
  await giveBalance(app, alice.userId, 1_000_000_000n);
  store = await shopOf(alice, 0x8801);
});

test('a store creates so many invoices a minute; another one is not concerned', async () => {
  const api = callApi(app, store.apiKey);
  expect(await statuses(4, () => api.post('/payment/invoice', order()))).toEqual([201, 201, 201, 429]);
  const refused = await api.post('/payment/invoice', order());
  expect(refused.json()).toMatchObject({ status: 'error', code: 'rate_limited', msg: expect.any(String) });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const other = await shopOf(alice, 0x8802);
  expect((await callApi(app, other.apiKey).post('/payment/invoice', order())).statusCode).toBe(201);
});

test('answers say what is left of the limits', async () => {
  const shop = callApi(app, (await shopOf(alice, 0x8803)).apiKey);
  const said = async () => {
    const { headers } = await shop.post('/payment/invoice', order());
    return { policy: headers['ratelimit-policy'], left: String(headers.ratelimit).replace(/t=\d+/g, 't=0') };
  };
  const policy = '"create-invoice";q=3;w=60';
  expect(await said()).toEqual({ policy, left: '"create-invoice";r=2;t=0' });
  expect(await said()).toEqual({ policy, left: '"create-invoice";r=1;t=0' });
  expect(await said()).toEqual({ policy, left: '"create-invoice";r=0;t=0' });
  expect(await said()).toEqual({ policy, left: '"create-invoice";r=0;t=0' });
});

test('changes that are mailed to the owner are limited, whichever they are; the others are not', async () => {
  const bob = await newMerchant(app, 'bob_limits');
  const { id } = await newStore(bob);
  const embed = () => bob.put(`/store/${id}/embed`, { origins: [`https://${counter++}.example`] });
  const seen = await statuses(13, embed);
  expect(seen).toEqual([...Array.from({ length: 12 }, () => 200), 429]);
  expect((await bob.delete(`/store/${id}`)).statusCode).toBe(429);
  expect((await bob.get(`/store/${id}`)).statusCode).toBe(200);
});

test('the payment page is limited by address', async () => {
  const view = (address: string) => () =>
    app.server.inject({ method: 'GET', url: '/api/v1/payment/unknown-invoice-of-22-chars', headers: { 'x-forwarded-for': address } });
  expect(await statuses(3, view('203.0.113.1'))).toEqual([404, 404, 429]);
  expect((await view('203.0.113.2')()).statusCode).toBe(404);
});

test('a forwarded address counts only from a trusted proxy', async () => {
  const view = (forwarded: string) => () =>
    app.server.inject({
      method: 'GET',
      url: '/api/v1/payment/unknown-invoice-of-22-chars',
      remoteAddress: '203.0.113.77',
      headers: { 'x-forwarded-for': forwarded },
    });
  expect(await statuses(2, view('198.51.100.1'))).toEqual([404, 404]);
  expect((await view('198.51.100.2')()).statusCode).toBe(429);
});

test('exports of every kind are limited together', async () => {
  expect(await statuses(2, () => alice.get('/transaction-logs/export?format=csv'))).toEqual([200, 200]);
  for (const kind of ['export', 'download']) expect((await alice.post(`/invoice/bulk/${kind}`, { ids: ['inv_1'] })).statusCode).toBe(429);
  expect((await alice.get('/transaction-logs/export?format=pdf')).statusCode).toBe(429);
});

describe('wrong keys', () => {
  const call = (key: string, address: string) => () =>
    app.server.inject({ method: 'GET', url: '/api/v1/payment/invoices', headers: { 'x-api-key': key, 'x-forwarded-for': address } });

  test('are refused after a few from one address, where the right key goes on working', async () => {
    expect(await statuses(3, call(WRONG_KEY, '203.0.113.9'))).toEqual([401, 401, 429]);
    expect((await call(store.apiKey, '203.0.113.9')()).statusCode).toBe(200);
    expect((await call(WRONG_KEY, '203.0.113.10')()).statusCode).toBe(401);
  });

  test('of bank feeds too', async () => {
    const feed = () =>
      app.server.inject({ method: 'POST', url: '/api/v1/bank-feed/sepay', payload: {}, headers: { 'x-forwarded-for': '203.0.113.11' } });
    expect(await statuses(3, feed)).toEqual([401, 401, 429]);
  });
});

test('a signed-in user has a limit over all calls', async () => {
  const carol = await newMerchant(app, 'carol_limits');
  expect((await statuses(60, () => carol.get('/store'))).at(-1)).toBe(429);
  expect((await alice.get('/store')).statusCode).toBe(200);
});

test('a route that the contract does not contain stops the start', async () => {
  const started = startTestApp({ extend: (_route, { server }) => void server.get('/api/v1/forgotten', async () => 'open') });
  await expect(started).rejects.toThrow('/api/v1/forgotten is not in the contract');
});
