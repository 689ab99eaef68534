import type { MerchantInvoice } from '@stablegate/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { startReceiver } from '../../../test/parts/receiver';
import { openShop, type Shop } from '../../../test/shop';
import { NETWORK_ENV } from '../../../test/stores';

let app: TestApp;
let shop: Shop;
let other: Shop;
beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV, roles: ['worker'] });
  shop = await openShop(app, ['BEP20', 'TRON'], 1_000_000_000n);
  other = await openShop(app, ['BEP20'], 1_000_000_000n);
});

const create = (requestId: string, fields: object = {}) =>
  shop.api.post('/payment/invoice', { name: 'Tea', amount: '10', request_id: requestId, ...fields });
type Page = { readonly data: readonly MerchantInvoice[]; readonly next_cursor: string | null };
const list = async (query: string, from = shop): Promise<Page> => (await from.api.get(`/payment/invoices${query}`)).json();

test('the answer of a creation says what to send and where, and a repetition says the same', async () => {
  const made = await create('answer');
  expect(made.json().data).toMatchObject({ payable: '10.050000', addresses: { BEP20: shop.addresses.BEP20, TRON: shop.addresses.TRON } });
  expect((await create('answer')).json()).toEqual(made.json());
});

test('a number that is no exact amount is refused with what to send instead', async () => {
  for (const amount of [12.34567, 0.1 + 0.2]) {
    const answer = await create('number', { amount });
    expect(answer.statusCode).toBe(422);
    const message = 'Please send the amount as a string with at most 4 decimal places, such as "12.5".';
    expect(answer.json().errors).toEqual([{ path: 'amount', message }]);
  }
});

test('metadata comes back wherever the invoice does, and belongs to what a request_id stands for', async () => {
  const metadata = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}`.padStart(40, 'ключ '), '✓'.repeat(500)]));
  const made = await create('meta', { metadata });
  const { trans_id } = made.json().data;
  expect((await shop.api.get(`/payment/invoice/${trans_id}`)).json().data.metadata).toEqual(metadata);
  expect((await shop.api.get('/payment/invoice?request_id=meta')).json().data.metadata).toEqual(metadata);
  expect((await list('?limit=1')).data[0]?.metadata).toEqual(metadata);
  expect((await shop.merchant.get(`/invoice/${trans_id}`)).json().metadata).toEqual(metadata);
  const file = await shop.merchant.post('/invoice/bulk/download', { ids: [trans_id] });
  expect(file.json()[0].metadata).toEqual(metadata);

  const turned = Object.fromEntries(Object.entries(metadata).reverse());
  expect((await create('meta', { metadata: turned })).json()).toEqual(made.json());
  expect((await create('meta', { metadata: { other: 'x' } })).json().code).toBe('request_id_reused');
  expect((await create('meta')).json().code).toBe('request_id_reused');
  expect((await create('plain')).statusCode).toBe(201);
  expect((await list('?limit=1')).data[0]?.metadata).toEqual({});
});

test('a callback goes to port 443 or 80, and in the sandbox to any of this machine', async () => {
  for (const [index, host] of ['shop.example:22', 'shop.example:8080', '10.0.0.1:5432'].entries()) {
    const answer = await create(`port-${index}`, { callback_url: `http://${host}/callback` });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'callback_port_refused']);
    expect(answer.json()).toMatchObject({
      msg: expect.any(String),
      errors: [{ path: 'callback_url', message: expect.stringContaining('443') }],
    });
  }
  for (const url of ['https://shop.example/', 'http://shop.example/', 'http://127.0.0.1:39123/', 'http://localhost:8081/'])
    expect((await create(`port ${url}`, { callback_url: url })).statusCode).toBe(201);
});

test("a store's invoices are listed newest first, page by page, while new ones arrive", async () => {
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) made.unshift((await create(`page-${count}`)).json().data.trans_id);
  const first = await list('?limit=2');
  expect(first.data.map(({ trans_id }) => trans_id)).toEqual(made.slice(0, 2));
  await create('page-late');
  const second = await list(`?limit=2&cursor=${first.next_cursor}`);
  expect(second.data.map(({ trans_id }) => trans_id)).toEqual(made.slice(2, 4));
  const last = await list(`?limit=100&cursor=${second.next_cursor}`);
  expect(last.data.map(({ trans_id }) => trans_id)[0]).toBe(made[4]);
  expect(last.next_cursor).toBeNull();
  expect(await list('', other)).toMatchObject({ data: [], next_cursor: null });
});

test('the list is filtered by status and time', async () => {
  const { trans_id } = (await create('cancelled')).json().data;
  await shop.api.post(`/payment/invoice/${trans_id}/cancel`, {});
  expect((await list('?status=expired')).data.map((invoice) => invoice.trans_id)).toEqual([trans_id]);
  expect((await list('?status=waiting')).data.every(({ status }) => status === 'waiting')).toBe(true);
  expect((await list('?status=completed')).data).toEqual([]);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect((await list(`?created_from=${tomorrow}`)).data).toEqual([]);
  expect((await list(`?created_before=${tomorrow}&limit=1`)).data).toHaveLength(1);
  expect((await shop.api.get('/payment/invoices?limit=101')).statusCode).toBe(422);
  expect((await shop.api.get('/payment/invoices?cursor=%27')).statusCode).toBe(422);
});

test('the last callback of an invoice is sent again under its own id, a few times', async () => {
  const receiver = await startReceiver((response) => void response.writeHead(200).end('{}'));
  const { trans_id } = (await create('again', { callback_url: `${receiver.url}/again` })).json().data;
  const resend = (from = shop) => from.api.post(`/payment/invoice/${trans_id}/resend-callback`, {});
  expect((await resend()).json()).toMatchObject({ code: 'no_callback_yet' });
  expect((await resend(other)).statusCode).toBe(404);
  await shop.api.post(`/payment/invoice/${trans_id}/cancel`, {});
  await receiver.waitFor('/again');
  const delivered = () =>
    app.platform.db.query.selectFrom('callback_deliveries').select('outcome').where('outcome', '=', 'delivered').execute();
  await vi.waitFor(async () => expect(await delivered()).toHaveLength(1), 20_000);
  expect((await resend()).statusCode).toBe(202);
  const [first, second] = await receiver.waitFor('/again', 2);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
});
