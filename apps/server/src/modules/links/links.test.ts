import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { invoiceRow, openShop, type Shop } from '../../../test/shop';
import { atOnce, NETWORK_ENV } from '../../../test/stores';

let app: TestApp;
let shop: Shop;
beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
  shop = await openShop(app);
});

const LINK = {
  name: 'Yoga class',
  description: null,
  amount: '12.5',
  stock: null,
  endsAt: null,
  questions: [
    { label: 'Your name', required: true },
    { label: 'T-shirt size', required: false },
  ],
  successMessage: 'See you on Monday!',
  enabled: true,
};
const store = async () => (await shop.merchant.get('/store')).json()[0].id;
async function make(changes: object = {}) {
  const made = await shop.merchant.post('/payment-links', { ...LINK, ...changes, storeId: await store() });
  expect(made.statusCode, made.body).toBe(201);
  const link = made.json();
  return { ...link, slug: link.url.split('/pay/')[1] as string };
}
const guest = async (method: 'GET' | 'POST', url: string, payload?: object) =>
  app.server.inject({ method, url: `/api/v1${url}`, ...(payload === undefined ? {} : { payload }) });
const order = (slug: string, body: object = { answers: ['Ada', ''] }) => guest('POST', `/pay/${slug}`, body);

test('a customer sees what is sold, answers, and gets an invoice as the API makes it', async () => {
  const { slug } = await make();
  expect((await guest('GET', `/pay/${slug}`)).json()).toMatchObject({
    name: 'Yoga class',
    amount: '12.5000',
    state: 'open',
    left: null,
    successMessage: null,
    isPaid: false,
    receipt: null,
  });
  const refused = await order(slug, { answers: ['', 'M'] });
  expect([refused.statusCode, refused.json().errors[0].path]).toEqual([422, 'answers.0']);
  const made = await order(slug, { amount: '1', answers: ['Ada', ''] }); // a fixed amount is the merchant's
  expect(made.statusCode, made.body).toBe(201);
  const invoice = await invoiceRow(app, made.json().transId);
  expect(invoice).toMatchObject({ name: 'Yoga class', amount: 12_500_000n, metadata: { 'Your name': 'Ada', payment_link: slug } });
  expect(made.json().url_payment).toContain(`/bill/${made.json().transId}`);
});

test('an open amount is the customer’s', async () => {
  const { slug } = await make({ amount: null, questions: [] });
  expect((await order(slug, {})).statusCode).toBe(422);
  const made = await order(slug, { amount: '3.2' });
  expect(await invoiceRow(app, made.json().transId)).toMatchObject({ amount: 3_200_000n });
});

test('the last item is sold once, however many want it, and is back when its invoice ends', async () => {
  const { slug } = await make({ stock: 2 });
  const orders = await Promise.all(Array.from({ length: 6 }, () => order(slug)));
  expect(orders.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409, 409, 409]);
  expect((await guest('GET', `/pay/${slug}`)).json()).toMatchObject({ state: 'sold_out', left: 0 });
  const made = orders.find(({ statusCode }) => statusCode === 201)?.json();
  expect((await shop.merchant.post(`/invoice/${made.transId}/cancel`)).statusCode).toBe(200);
  expect((await guest('GET', `/pay/${slug}`)).json()).toMatchObject({ state: 'open', left: 1 });
});

test('a link that is off, over or unknown sells nothing; its owner alone changes it', async () => {
  const { id, slug } = await make();
  const { name, description, amount, stock, questions, successMessage } = LINK;
  const fields = { name, description, amount, stock, questions, successMessage };
  const change = (body: object) => shop.merchant.put(`/payment-links/${id}`, { ...fields, endsAt: null, enabled: true, ...body });
  expect((await change({ enabled: false })).json()).toMatchObject({ state: 'off' });
  expect((await order(slug)).json()).toMatchObject({ code: 'link_not_open' });
  expect((await change({ endsAt: '2020-01-01T00:00:00Z' })).json()).toMatchObject({ state: 'ended' });
  expect((await order(slug)).json()).toMatchObject({ code: 'link_not_open' });
  expect((await order('nothing')).statusCode).toBe(404);
  const stranger = await openShop(app);
  expect((await stranger.merchant.put(`/payment-links/${id}`, { ...fields, endsAt: null, enabled: true })).statusCode).toBe(404);
  expect((await stranger.merchant.get('/payment-links')).json()).toEqual([]);
});

test('what the merchant lacks is not told to customers', async () => {
  const poor = await openShop(app, ['BEP20'], 0n);
  const storeId = (await poor.merchant.get('/store')).json()[0].id;
  const made = await poor.merchant.post('/payment-links', { ...LINK, storeId });
  await app.platform.db.query
    .updateTable('users')
    .set({ created_at: new Date('2020-01-01') })
    .execute(); // no trial
  const refused = await order(made.json().url.split('/pay/')[1]);
  expect(refused.json()).toMatchObject({ code: 'link_not_open' });
  expect(refused.body).not.toContain('balance');
});

test('a link is deleted by its owner; what was bought stays, with its message', async () => {
  const unsold = await make();
  const stranger = await openShop(app);
  expect((await stranger.merchant.delete(`/payment-links/${unsold.id}`)).statusCode).toBe(404);
  expect((await shop.merchant.delete(`/payment-links/${unsold.id}`)).statusCode).toBe(204);
  expect((await shop.merchant.delete(`/payment-links/${unsold.id}`)).statusCode).toBe(404);
  expect((await guest('GET', `/pay/${unsold.slug}`)).statusCode).toBe(404);

  const sold = await make();
  const { transId } = (await order(sold.slug)).json();
  expect((await shop.merchant.delete(`/payment-links/${sold.id}`)).statusCode).toBe(204);
  expect((await shop.merchant.get('/payment-links')).json()).not.toContainEqual(expect.objectContaining({ id: sold.id }));
  expect((await order(sold.slug)).json()).toMatchObject({ code: 'link_not_open' });
  expect((await guest('GET', `/pay/${sold.slug}`)).json()).toMatchObject({ state: 'off' });
  const token = new URL((await invoiceRow(app, transId)).success_url ?? '').searchParams.get('order');
  await app.platform.db.query
    .updateTable('invoices')
    .set({ status: 'SUCCESS', paid: 12_562_500n })
    .where('trans_id', '=', transId)
    .execute();
  expect((await guest('GET', `/pay/${sold.slug}?order=${token}`)).json()).toMatchObject({
    isPaid: true,
    receipt: { transId, amount: '12.562500' }, // with the fee on top, as the customer sent it
    successMessage: 'See you on Monday!',
  });
});

test('orders that come at once wait for each other, and hold no connection that one of them needs', async () => {
  const { slug } = await make({ questions: [] });
  const answers = await Promise.all(Array.from({ length: 24 }, () => order(slug, {})));
  const codes = answers.map((answer) => answer.json().code ?? answer.statusCode);
  expect(codes.filter((code) => code !== 201 && code !== 'too_many_unpaid_orders')).toEqual([]);
});

test('an account has at most 200 links, even when they are requested concurrently', async () => {
  const { db } = app.platform;
  const { id } = await make();
  const { user_id: owner } = await db.query.selectFrom('payment_links').select('user_id').where('id', '=', id).executeTakeFirstOrThrow();
  const { rows } = await sql<{ links: number }>`
    select count(*)::int as links from payment_links where user_id = ${owner} and deleted_at is null`.execute(db.query);
  await sql`
    insert into payment_links (id, slug, user_id, store_id, name, questions, enabled, created_at)
    select 'lnk_many' || n, 'many' || n, user_id, store_id, name, questions, enabled, created_at
      from payment_links, generate_series(${rows[0]?.links}::int + 1, 198) n where id = ${id}`.execute(db.query);
  const storeId = await store();
  const answers = await atOnce(8, () => shop.merchant.post('/payment-links', { ...LINK, storeId }));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2);
  const codes = answers.filter(({ statusCode }) => statusCode !== 201).map((answer) => answer.json().code);
  expect(codes).toEqual(Array.from({ length: 6 }, () => 'too_many_links'));
});
