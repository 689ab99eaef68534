import { type ApiCall, merchantApi, type NewApiKey } from '@stablegate/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { type Merchant, newMerchant, newStore, type OwnStore } from '../../../../test/stores';
import { newId } from '../../../platform/ids';
import { insertCalls } from './api-calls.queries';
import { forgetCalls } from './list-calls';

let app: TestApp;
let alice: Merchant;
let store: OwnStore;

beforeAll(async () => {
  app = await startTestApp();
  alice = await newMerchant(app, 'alice_log');
  store = await newStore(alice);
});

type Page = { content: ApiCall[]; totalElements: number };
const read = async (query = '', id: string = store.id): Promise<Page> => {
  const answer = await alice.get(`/store/${id}/api-calls${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
/** Written within a second or two. */
const readOnce = (count: number, id?: string, query = '') =>
  vi.waitFor(
    async () => {
      const { content } = await read(query, id);
      expect(content).toHaveLength(count);
      return content;
    },
    { timeout: 20_000, interval: 200 },
  );

type Sent = { method?: 'GET' | 'POST'; path?: string; apiKey?: string; ip?: string; payload?: object };
async function send({ method = 'GET', path = '/payment/invoice/none', apiKey = store.apiKey, ip = '203.0.113.7', payload }: Sent = {}) {
  const headers = { 'x-api-key': apiKey };
  return app.server.inject({ method, url: `/api/v1${path}`, headers, remoteAddress: ip, ...(payload && { payload }) });
}
const newKey = async (input: object, { id }: Pick<OwnStore, 'id'> = store): Promise<NewApiKey> =>
  (await alice.post(`/store/${id}/keys`, { name: 'Till', scopes: ['read'], ...input })).json();

test('a call is listed with its key, address, route, status and request id, and with nothing that it carried', async () => {
  const own = await newStore(alice);
  const till = await newKey({}, own);
  const ip = '2001:db8:85a3:8d3:1319:8a2e:370:7348';
  const answers = [
    await send({ apiKey: own.apiKey, path: '/payment/invoice/secret-order?x=secret-query' }),
    await send({ apiKey: own.apiKey, path: '/payment/invoice', method: 'POST', payload: { name: 'secret-body' }, ip }),
    await send({ apiKey: till.apiKey, path: '/payment/invoices' }),
  ];
  const calls = (await readOnce(3, own.id)).toReversed();
  expect(calls.map(({ key, keyName, ip: from, route, status }) => [key, keyName, from, route, status])).toEqual([
    ['main', null, '203.0.113.7', 'GET /payment/invoice/{trans_id}', 404],
    ['main', null, ip, 'POST /payment/invoice', 422],
    [till.id, 'Till', '203.0.113.7', 'GET /payment/invoices', 200],
  ]);
  expect(calls.map(({ requestId }) => requestId)).toEqual(answers.map(({ headers }) => headers['x-request-id']));
  for (const { at } of calls) expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
  const { rows } = await sql`select * from api_calls`.execute(app.platform.db.query);
  for (const secret of ['secret', own.apiKey.slice(3), till.apiKey.slice(6)]) expect(JSON.stringify(rows)).not.toContain(secret);
});

test('a refused call is listed where its key is known; a wrong key is nobody’s', async () => {
  const own = await newStore(alice);
  const bound = await newKey({ allowedIps: ['198.51.100.1'] }, own);
  const ended = await newKey({}, own);
  await alice.delete(`/store/${own.id}/keys/${ended.id}`);
  await alice.put(`/store/${own.id}/main-key`, { allowedIps: ['198.51.100.1'] });
  for (const apiKey of [bound.apiKey, ended.apiKey, own.apiKey, `sk_${'x'.repeat(32)}`, `${own.apiKey}x`]) await send({ apiKey });
  await send({ apiKey: bound.apiKey, ip: '198.51.100.1', method: 'POST', path: '/payment/invoice', payload: {} });
  const calls = (await readOnce(4, own.id)).toReversed();
  expect(calls.map(({ key, status }) => [key, status])).toEqual([
    [bound.id, 403],
    [ended.id, 401],
    ['main', 403],
    [bound.id, 403],
  ]);
});

test('key, route, status and days filter, also together; other values are refused', async () => {
  const own = await newStore(alice);
  const till = await newKey({}, own);
  await send({ apiKey: own.apiKey });
  await send({ apiKey: own.apiKey, path: '/payment/events' });
  await send({ apiKey: till.apiKey, path: '/payment/events' });
  await readOnce(3, own.id);
  const count = async (query: string) => (await read(query, own.id)).totalElements;
  const route = encodeURIComponent(`GET ${merchantApi.events.path}`);
  for (const [query, expected] of [
    ['?key=main', 2],
    [`?key=${till.id}`, 1],
    ['?key=epusdt', 0],
    [`?route=${route}`, 2],
    [`?route=${route}&key=main&status=2xx`, 1],
    ['?status=4xx', 1],
    ['?status=5xx', 0],
    ['?from=2020-01-01', 3],
    ['?to=2020-01-01', 0],
    ['?key=&route=&status=&from=&to=', 3],
    ['?size=2&page=1', 3],
  ] as const)
    expect(await count(query), query).toBe(expected);
  expect((await read('?size=2&page=1', own.id)).content).toHaveLength(1);
  for (const query of ['?route=GET%20/nothing', '?status=404', '?key=no%20key', '?from=yesterday'])
    expect((await alice.get(`/store/${own.id}/api-calls${query}`)).statusCode, query).toBe(422);
});

test("another user's log cannot be reached", async () => {
  const mallory = await newMerchant(app, 'mallory_log');
  expect((await mallory.get(`/store/${store.id}/api-calls`)).statusCode).toBe(404);
});

test('calls are kept for 30 days', async () => {
  const own = await newStore(alice);
  await send({ apiKey: own.apiKey });
  const [call] = await readOnce(1, own.id);
  const age = (days: number) => {
    const realNow = app.platform.clocks.real.now().getTime();
    vi.spyOn(app.platform.clocks.real, 'now').mockReturnValue(new Date(realNow + days * 86_400_000));
  };
  const kept = async () => (await sql`select from api_calls where id = ${call?.id}`.execute(app.platform.db.query)).rows.length;
  age(29.9);
  await app.services.stores.forgetCalls();
  expect(await kept()).toBe(1);
  vi.restoreAllMocks();
  age(30.1);
  expect((await app.services.stores.listCalls(alice.userId as never, own.id, { page: 0, size: 10 })).totalElements).toBe(0);
  await app.services.stores.forgetCalls();
  expect(await kept()).toBe(0);
  vi.restoreAllMocks();
});

test('of a busy store the newest calls are kept; no other store loses any, and a page of stores is one statement', async () => {
  const { db, clocks } = app.platform;
  const written = async (storeId: string, count: number) => {
    const call = { storeId: storeId as never, key: 'main', ip: '::1', route: 'GET /payment/events', status: 200, requestId: 'r' };
    const rows = Array.from({ length: count }, () => ({ ...call, id: newId('apiCall', clocks.real.now()) })).toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    );
    await insertCalls(db.query, rows);
    return rows.map(({ id }) => id as string);
  };
  const kept = async (storeId: string) => {
    const { rows } = await sql<{ id: string }>`select id from api_calls where store_id = ${storeId} order by id`.execute(db.query);
    return rows.map(({ id }) => id);
  };
  await sql`delete from api_calls`.execute(db.query);
  for (let n = 10; n < 70; n += 1) await written(`str_a${n}`, 1);
  const busy = await written('str_busy', 2_750);
  const full = await written('str_full', 500);
  const executor = vi.spyOn(db.query, 'getExecutor');
  await forgetCalls({ db, clocks }, 500);
  expect(executor.mock.calls.length).toBe(1 + 2 + 3 + 1); // by age; 62 stores by 50; 2,250 calls by 1,000; no store follows
  vi.restoreAllMocks();
  expect(await kept('str_busy')).toEqual(busy.slice(-500));
  expect(await kept('str_full')).toEqual(full);
  expect((await sql`select from api_calls where store_id like 'str_a%'`.execute(db.query)).rows).toHaveLength(60);
});
