import { LIMITS } from '@stablegate/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { invoiceRow, openShop, type Shop } from '../../../test/shop';
import { NETWORK_ENV } from '../../../test/stores';

let app: TestApp;
let shop: Shop;
const BALANCE = 50_000_000_000n;
beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV, roles: ['api', 'worker'] });
});
beforeEach(async () => {
  shop = await openShop(app, ['BEP20'], BALANCE);
  await sql`update users set created_at = '2020-01-01'`.execute(app.platform.db.query); // no trial
});

const LINK = { name: 'Donation', description: null, stock: null, endsAt: null, questions: [], successMessage: 'Thank you!', enabled: true };
async function make(changes: object): Promise<string> {
  const made = await shop.merchant.post('/payment-links', { ...LINK, ...changes, storeId: shop.storeId });
  expect(made.statusCode, made.body).toBe(201);
  return made.json().url.split('/pay/')[1];
}
let visitors = 0;
const newVisitor = () => {
  visitors += 1;
  return `203.0.${Math.floor(visitors / 250)}.${visitors % 250}`;
};
const order = (slug: string, body: object = {}, remoteAddress = newVisitor()) =>
  app.server.inject({ method: 'POST', url: `/api/v1/pay/${slug}`, payload: body, remoteAddress });
const available = async () => (await app.services.ledger.getBalance(shop.merchant.userId)).available;
const ownOrder = () => shop.api.post('/payment/invoice', { name: 'Own', amount: '1000', request_id: `own${visitors}` });

test('orders of strangers hold a tenth of the balance at most, and the own ones go on', async () => {
  const slug = await make({ amount: null, amountMax: '1000000' });
  const answers = [];
  for (let index = 0; index < 30; index += 1) answers.push((await order(slug, { amount: '300000' })).json());
  expect(answers.filter(({ transId }) => transId !== undefined)).toHaveLength(3); // 1,500 USD each, 5,000 are a tenth
  expect(answers.at(-1)).toMatchObject({ code: 'link_not_open' });
  expect(await available()).toBe(BALANCE - 4_500_000_000n);
  expect((await ownOrder()).statusCode).toBe(201);
  expect((await shop.merchant.get('/payment-links')).json()[0]).toMatchObject({ held: '4500.000000', amountMax: '1000000.0000' });
});

test('the tenth counts for all links of an account together, however many orders come at once', async () => {
  const slugs = await Promise.all([1, 2, 3].map(() => make({ amount: null, amountMax: '1000000' })));
  const answers = await Promise.all(slugs.flatMap((slug) => [1, 2, 3, 4].map(() => order(slug, { amount: '200000' }))));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5); // 1,000 USD each
  expect(await available()).toBe(BALANCE - 5_000_000_000n);
});

test('an owner may allow less per link; what has ended holds nothing', async () => {
  const slug = await make({ amount: '1000', holdMax: '12' }); // 5 USD each
  const [first, second] = [await order(slug), await order(slug)];
  expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
  expect((await order(slug)).json()).toMatchObject({ code: 'link_not_open' });
  expect((await shop.merchant.post(`/invoice/${first.json().transId}/cancel`)).statusCode).toBe(200);
  expect((await order(slug)).statusCode).toBe(201);
});

test('an open amount has a greatest one, also where the owner sets none', async () => {
  const [usual, small] = [await make({ amount: null }), await make({ amount: null, amountMax: '50' })];
  expect((await app.server.inject({ url: `/api/v1/pay/${usual}` })).json()).toMatchObject({ amount: null, amountMax: '10000.0000' });
  const refused = await order(usual, { amount: '10000.0001' });
  expect([refused.statusCode, refused.json().errors[0].path]).toEqual([422, 'amount']);
  expect((await order(usual, { amount: '10000' })).statusCode).toBe(201);
  expect([(await order(small, { amount: '50.01' })).statusCode, (await order(small, { amount: '50' })).statusCode]).toEqual([422, 201]);
});

test('an open amount has a least one: dust reads no message and takes no stock', async () => {
  const [open, fixed] = [await make({ amount: null, stock: 1 }), await make({ amount: '0.0001' })];
  for (const amount of ['0.0001', '0.0099']) {
    const refused = await order(open, { amount });
    expect([refused.statusCode, refused.json().errors]).toEqual([422, [{ path: 'amount', message: 'Please enter at least 0.01 USDT.' }]]);
  }
  expect((await order(open, { amount: '0' })).json().errors).toHaveLength(1);
  expect((await order(open, { amount: '0.01' })).statusCode).toBe(201);
  expect((await order(fixed)).statusCode).toBe(201); // the owner's own price
  const body = { ...LINK, storeId: shop.storeId, amount: null, amountMax: '0.005' }; // nobody could pay it
  expect((await shop.merchant.post('/payment-links', body)).json().errors).toMatchObject([{ path: 'amountMax' }]);
});

test('the only unpaid order of a fixed price is taken whatever the balance', async () => {
  shop = await openShop(app, ['BEP20'], 1_000_000n);
  await sql`update users set created_at = '2020-01-01'`.execute(app.platform.db.query);
  const slug = await make({ amount: '150' }); // 0.75 USD of 1
  expect((await order(slug)).statusCode).toBe(201);
  expect((await order(slug)).statusCode).toBe(409);
});

test('one network address has three unpaid orders of a link, and is forgotten when they end', async () => {
  const [slug, other] = [await make({ amount: '1' }), await make({ amount: '1' })];
  const made = [];
  for (let index = 0; index < 3; index += 1) made.push((await order(slug, {}, '198.51.100.7')).json().transId);
  expect((await order(slug, {}, '198.51.100.7')).json()).toMatchObject({ code: 'too_many_unpaid_orders' });
  expect((await order(other, {}, '198.51.100.7')).statusCode).toBe(201);
  expect((await order(slug, {}, '198.51.100.8')).statusCode).toBe(201);
  expect((await shop.merchant.post(`/invoice/${made[0]}/cancel`)).statusCode).toBe(200);
  expect((await order(slug, {}, '198.51.100.7')).statusCode).toBe(201);
  const ended = await invoiceRow(app, made[0]);
  const row = await app.platform.db.query
    .selectFrom('payment_link_invoices')
    .selectAll()
    .where('invoice_id', '=', ended.id)
    .executeTakeFirst();
  expect(row).toMatchObject({ taken: false, ordered_by: null });
  expect((await order(slug, {}, '2001:db8:1:2::1')).statusCode).toBe(201); // a household's /64 counts as one
  expect((await order(slug, {}, '2001:db8:1:2::2')).statusCode).toBe(201);
  expect((await order(slug, {}, '2001:db8:1:2:3::1')).statusCode).toBe(201);
  expect((await order(slug, {}, '2001:db8:1:2:ffff::9')).json()).toMatchObject({ code: 'too_many_unpaid_orders' });
});

test('what late payments oversell is said on the order, to the merchant by mail and to the payer', async () => {
  const slug = await make({ amount: '5', stock: 1, successMessage: 'See you on Monday!' });
  const late = (await order(slug)).json().transId;
  expect((await shop.merchant.post(`/invoice/${late}/cancel`)).statusCode).toBe(200); // its reservation of the stock ends with it
  const first = (await order(slug)).json().transId;
  const pay = async (transId: string) => {
    const { id, payable } = await invoiceRow(app, transId);
    await app.platform.db.transaction((tx) =>
      app.platform.outbox.append(tx, [
        { topic: 'invoice.completed', subject: id, payload: { at: new Date().toISOString(), paid: payable.toString() } },
      ]),
    );
  };
  for (const transId of [first, late]) {
    await sql`update invoices set status = 'SUCCESS', paid = payable, paid_at = clock_timestamp() where trans_id = ${transId}`.execute(
      app.platform.db.query,
    );
    await pay(transId);
  }
  await vi.waitFor(async () => expect((await invoiceRow(app, late)).flags).toContain('oversold'));
  expect((await invoiceRow(app, first)).flags).not.toContain('oversold');
  const pageOf = async (transId: string) => {
    const token = new URL((await invoiceRow(app, transId)).success_url ?? '').searchParams.get('order');
    return (await app.server.inject({ url: `/api/v1/pay/${slug}?order=${token}` })).json();
  };
  expect(await pageOf(late)).toMatchObject({ isPaid: true, isOversold: true, successMessage: null });
  expect(await pageOf(first)).toMatchObject({ isPaid: true, isOversold: false, successMessage: 'See you on Monday!' });
  await vi.waitFor(() =>
    expect(app.mailer.sent.filter(({ subject }) => subject.includes('was sold out when a payment arrived'))).toHaveLength(1),
  );
  expect((await shop.merchant.get(`/invoice/${late}`)).json().flags).toContain('oversold');
});

const AT_ONCE = 10;
test('refused orders do not use up the limit of a link', async () => {
  const slug = await make({ amount: '10', questions: [{ label: 'Your name', required: true }] });
  const limit = LIMITS['orders-of-link'].points;
  // A few at a time: whoever waits more than three seconds for a connection of the database is answered 503.
  for (let sent = 0; sent <= limit; sent += AT_ONCE) {
    const refused = await Promise.all(Array.from({ length: AT_ONCE }, () => order(slug)));
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 422));
  }
  const made = await order(slug, { answers: ['Ann'] });
  expect(made.statusCode, made.body).toBe(201);
}, 60_000);
