import type { Invoice } from '@stablegate/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { addWallet, callApi, evmAddress, type Merchant, NETWORK_ENV, newMerchant, newStore } from '../../../../test/stores';

let app: TestApp;
let alice: Merchant;
let mallory: Merchant;
const made: Record<'tea' | 'coffee' | 'cocoa', string> = { tea: '', coffee: '', cocoa: '' };

beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
  [alice, mallory] = [await newMerchant(app, 'alice_1'), await newMerchant(app, 'mallory_1')];
  const corner = await newStore(alice, 'Corner Shop');
  const harbour = await newStore(alice, 'Harbour');
  await addWallet(alice, corner.id, 'BEP20', evmAddress(1));
  await addWallet(alice, harbour.id, 'BEP20', evmAddress(2));
  const make = async (apiKey: string, body: object) => {
    const answer = await callApi(app, apiKey).post('/payment/invoice', body);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().data.trans_id;
  };
  made.tea = await make(corner.apiKey, { name: 'Green TEA 100%', description: 'in a_pot', amount: '10', request_id: '1' });
  made.coffee = await make(corner.apiKey, { name: 'Coffee', description: 'black', amount: '25.5', request_id: '2' });
  made.cocoa = await make(harbour.apiKey, { name: 'Cocoa', amount: '100', request_id: '3' });
  expect((await alice.post(`/invoice/${made.coffee}/cancel`)).statusCode).toBe(200);
});

const list = async (query: Record<string, string>, who: Merchant = alice) => {
  const answer = await who.get(`/invoice?${new URLSearchParams(query)}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const { content, totalElements } = answer.json<{ content: Invoice[]; totalElements: number }>();
  return { names: content.map(({ name }) => name.split(' ').at(-1) as string), total: totalElements, content };
};
const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
const yesterday = () => new Date(Date.now() - 17 * 3_600_000).toISOString().slice(0, 10);

test('newest first, with the fields of the contract', async () => {
  const { content, total } = await list({});
  expect(content.map(({ transId }) => transId)).toEqual([made.cocoa, made.coffee, made.tea]);
  expect(total).toBe(3);
  expect(content[1]).toMatchObject({
    name: 'Coffee',
    amount: '25.500000',
    payable: '25.627500',
    currency: 'USDT',
    feeAmount: '0',
    status: 'EXPIRED',
    flags: ['cancelled'],
    storeName: 'Corner Shop',
    requestId: '2',
  });
});

test.each([
  [{ name: 'tea' }, ['100%']],
  [{ name: 'TEA 1' }, ['100%']],
  [{ name: '100%' }, ['100%']],
  [{ name: 'co' }, ['Cocoa', 'Coffee']], // too short for a substring search: prefix only
  [{ name: 'ee' }, []],
  [{ name: 'ofF' }, ['Coffee']],
  [{ name: '%%%' }, []],
  [{ description: 'a_p' }, ['100%']],
  [{ description: 'lack' }, ['Coffee']],
  [{ status: 'WAITING' }, ['Cocoa', '100%']],
  [{ status: '1' }, ['Cocoa', '100%']],
  [{ status: '2' }, []],
  [{ status: '3' }, ['Coffee']],
  [{ status: '' }, ['Cocoa', 'Coffee', '100%']],
  [{ storeName: 'SHOP' }, ['Coffee', '100%']],
  [{ storeName: 'nobody' }, []],
  [{ storeName: 'shop', status: 'EXPIRED' }, ['Coffee']],
  [{ amountMin: '25.5' }, ['Cocoa', 'Coffee']],
  [{ amountMax: '025.50' }, ['Coffee', '100%']],
  [{ amountMin: '11', amountMax: '99' }, ['Coffee']],
  [{ amountMin: '99', amountMax: '11' }, []],
])('%j finds %j, with the total', async (query: Record<string, string>, names) => {
  expect(await list(query)).toMatchObject({ names, total: names.length });
});

test('the transaction id matches by prefix, case-insensitively', async () => {
  expect((await list({ transId: made.tea })).names).toEqual(['100%']);
  expect((await list({ transId: made.tea.slice(0, 12).toUpperCase() })).names).toEqual(['100%']);
  expect((await list({ transId: made.tea.slice(3) })).names).toEqual([]);
});

test('days are whole and of the business time zone, both ends included', async () => {
  expect((await list({ createdFrom: today(), createdTo: today() })).total).toBe(3);
  expect((await list({ createdTo: yesterday() })).total).toBe(0);
  expect((await list({ createdFrom: yesterday() })).total).toBe(3);
});

test.each([
  { status: 'PAID' },
  { status: '4' },
  { amountMin: '-1' },
  { amountMin: '1e3' },
  { createdFrom: '2026-02-30' },
  { createdTo: 'tomorrow' },
  { page: '-1' },
  { size: '0' },
  { size: '1001' },
  { page: '1000', size: '10' },
] as Record<string, string>[])('%j is 422', async (query) => {
  expect((await alice.get(`/invoice?${new URLSearchParams(query)}`)).statusCode).toBe(422);
});

test('pages continue where the last one ended', async () => {
  expect(await list({ page: '0', size: '2' })).toMatchObject({ names: ['Cocoa', 'Coffee'], total: 3 });
  expect(await list({ page: '1', size: '2' })).toMatchObject({ names: ['100%'], total: 3 });
  expect(await list({ page: '2', size: '2' })).toMatchObject({ names: [], total: 3 });
});

test("other users and other stores' keys cannot list, read or cancel it", async () => {
  expect(await list({}, mallory)).toMatchObject({ names: [], total: 0 });
  expect((await mallory.get(`/invoice/${made.tea}`)).statusCode).toBe(404);
  expect((await mallory.post(`/invoice/${made.tea}/cancel`)).statusCode).toBe(404);
  const theirs = callApi(app, (await newStore(mallory)).apiKey);
  expect((await theirs.get(`/payment/invoice/${made.tea}`)).statusCode).toBe(404);
  expect((await theirs.get('/payment/invoice?request_id=1')).statusCode).toBe(404);
  expect((await theirs.post(`/payment/invoice/${made.tea}/cancel`)).statusCode).toBe(404);
  expect((await alice.get(`/invoice/${made.tea}`)).json().status).toBe('WAITING');
});

describe('details and the payment page', () => {
  test('the owner sees the timeline', async () => {
    const details = (await alice.get(`/invoice/${made.coffee}`)).json();
    // Fees in the ledger refer to the id.
    expect((await alice.get(`/invoice/${details.id}`)).json().transId).toBe(made.coffee);
    expect((await mallory.get(`/invoice/${details.id}`)).statusCode).toBe(404);
    expect(details).toMatchObject({ fee: '0.127500', paid: '0.000000', due: '25.627500', transfers: [], callbackAttempts: [] });
    expect(details.timeline.map(({ event }: { event: string }) => event)).toEqual(['created', 'expired']);
    expect(details.networks).toEqual([{ network: 'BEP20', address: expect.stringMatching(/^0x/) }]);
  });

  test('everyone sees what there is to pay, in the business time zone', async () => {
    const answer = await app.server.inject({ method: 'GET', url: `/api/v1/payment/${made.tea}` });
    const { status, data } = answer.json();
    expect(status).toBe('success');
    expect(data).toMatchObject({
      trans_id: made.tea,
      store: 'Corner Shop',
      status: 'waiting',
      amount: '10.0500',
      price: '10.000000',
      fee: '0.050000',
      due: '10.0500',
      paid: '0.000000',
    });
    expect(data.expires_at).toMatch(/\+07:00$/);
    expect(Date.parse(data.expires_at) - Date.parse(data.created_at)).toBe(900_000);
    for (const secret of ['request_id', 'callback', 'user', 'canceled', 'paid_at']) expect(answer.body).not.toContain(`"${secret}`);
    const canceled = await app.server.inject({ method: 'GET', url: `/api/v1/payment/${made.coffee}` });
    expect(canceled.json().data).toMatchObject({ status: 'expired', canceled: true });
    expect((await app.server.inject({ method: 'GET', url: '/api/v1/payment/unknown' })).statusCode).toBe(404);
  });
});

test('totals beyond 10,000 are capped with a filter and exact without one', async () => {
  const { id: storeId } = (await alice.get('/store')).json()[0];
  await sql`
    insert into invoices (id, trans_id, store_id, user_id, input_hash, name, amount, fee, fee_charged, payable, networks, addresses, created_at, expires_at)
    select 'inv_0' || lpad(n::text, 25, '0'), 'bulk' || lpad(n::text, 22, '0'), ${storeId}, ${alice.userId}, '\\x00', 'Bulk', 1000000, 5000, false,
           1005000, array['BEP20'], array['x'], now(), now()
      from generate_series(1, 12000) n`.execute(app.platform.db.query);
  expect((await list({})).total).toBe(12_003);
  await sql`
    insert into invoice_texts (id, user_id, trans_start, name)
    select id, user_id, left(trans_id, 2), lower(name) from invoices where name like 'Bulk%'`.execute(app.platform.db.query);
  expect((await list({ status: 'WAITING' })).total).toBe(12_002);
  const capped = (await alice.get('/invoice?name=bulk')).json();
  expect([capped.totalElements, capped.totalIsCapped]).toEqual([10_000, true]);
  const { rows } = await sql<{ status: string; n: number }>`
    select status, sum(total)::integer as n from invoice_counts group by status having sum(total) <> 0 order by status`.execute(
    app.platform.db.query,
  );
  const { rows: counted } = await sql`select status, count(*)::integer as n from invoices group by status order by status`.execute(
    app.platform.db.query,
  );
  expect(rows).toEqual(counted);
});

test('EXPIRED and 3 mean exactly that; a failed invoice is found by its own status, and beside the expired ones', async () => {
  for (const status of ['EXPIRED', 'FAILED']) {
    await sql`update invoices set status = ${status} where trans_id = ${made.cocoa}`.execute(app.platform.db.query);
  }
  for (const status of ['EXPIRED', '3']) expect(await list({ status })).toMatchObject({ names: ['Coffee'], total: 1 });
  const both = { status: 'EXPIRED_OR_FAILED' };
  expect(await list(both)).toMatchObject({ names: ['Cocoa', 'Coffee'], total: 2 });
  expect(await list({ ...both, size: '1', page: '1' })).toMatchObject({ names: ['Coffee'], total: 2 });
  expect(await list({ ...both, amountMin: '50' })).toMatchObject({ names: ['Cocoa'], total: 1 });
  expect(await list({ ...both, storeName: 'shop' })).toMatchObject({ names: ['Coffee'], total: 1 });
  expect(await list({ status: 'FAILED' })).toMatchObject({ names: ['Cocoa'], total: 1 });
});
