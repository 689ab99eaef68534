import type { CallbackDelivery } from '@stablegate/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { arrive, bringBack, finalise, takeBack } from '../../../test/arrivals';
import { type Receiver, startReceiver } from '../../../test/parts/receiver';
import { addWallet, callApi, evmAddress, giveBalance, type Merchant, NETWORK_ENV, newMerchant, newStore } from '../../../test/stores';

const to = evmAddress(0xe5_01);
let app: TestApp;
let receiver: Receiver;
let alice: Merchant;
let storeId: string;
let api: ReturnType<typeof callApi>;
let status = 200;
let orders = 0;

beforeAll(async () => {
  receiver = await startReceiver((response) => response.writeHead(status).end('{}'));
  app = await startTestApp({ env: NETWORK_ENV, roles: ['worker'] });
  alice = await newMerchant(app, 'alice_outdated');
  const store = await newStore(alice);
  storeId = store.id;
  await addWallet(alice, storeId, 'BEP20', to);
  await giveBalance(app, alice.userId, 1_000_000_000n);
  api = callApi(app, store.apiKey);
});
beforeEach(() => {
  status = 200;
});

type Order = { readonly transId: string; readonly micros: bigint; readonly path: string };
async function order(): Promise<Order> {
  orders += 1;
  const path = `/outdated-${orders}`;
  const body = { name: 'Tea', amount: '10', request_id: `outdated-${orders}`, callback_url: `${receiver.url}${path}` };
  const { trans_id: transId, payable } = (await api.post('/payment/invoice', body)).json().data;
  return { transId, path, micros: BigInt(payable.replace('.', '')) };
}
const pay = async ({ micros }: Order) => {
  const transfer = await arrive(app, { to, micros });
  await finalise(app, [transfer]);
  return transfer;
};
const deliveriesOf = async ({ transId }: Order): Promise<CallbackDelivery[]> =>
  (await alice.get(`/store/${storeId}/deliveries?limit=50`))
    .json<{ content: CallbackDelivery[] }>()
    .content.filter((each) => each.transId === transId)
    .toReversed();
const statesOf = async (of: Order) =>
  (await deliveriesOf(of)).map(({ type, state, outdated }) => `${type} ${state}${outdated ? ' outdated' : ''}`);
const becomes = (of: Order, states: readonly string[]) =>
  vi.waitFor(async () => expect(await statesOf(of)).toEqual(states), { timeout: 10_000, interval: 30 });
const sendAgain = async (of: Order, type: string) => {
  const delivery = (await deliveriesOf(of)).find((each) => each.type === type);
  return alice.post(`/store/${storeId}/deliveries/${delivery?.id}/resend`);
};
const retry = (of: Order) => api.post(`/payment/invoice/${of.transId}/resend-callback`, {});
const statusesAt = ({ path }: Order) =>
  receiver.received.filter((each) => each.path === path).map(({ body }) => (JSON.parse(body) as { status: string }).status);
const giveUp = ({ transId }: Order) =>
  sql`update callback_deliveries set outcome = 'dead', ended_at = now(), lease_token = null, lease_until = null
       where outcome is null and invoice_id = (select id from invoices where trans_id = ${transId})`.execute(app.platform.db.query);

test('expired is not sent again after completed', async () => {
  const late = await order();
  await api.post(`/payment/invoice/${late.transId}/cancel`);
  await becomes(late, ['invoice.expired delivered']);
  await pay(late);
  await becomes(late, ['invoice.expired delivered outdated', 'invoice.completed delivered']);
  const refused = await sendAgain(late, 'invoice.expired');
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'callback_outdated']);
  expect((await sendAgain(late, 'invoice.completed')).statusCode).toBe(202);
  await vi.waitFor(() => expect(statusesAt(late)).toEqual(['expired', 'completed', 'completed']));
});

test('a completed that was given up is sent again, also when overpaid came after it', async () => {
  const choose = (events: readonly string[], version: string) =>
    alice.put(`/store/${storeId}/endpoints/default`, { url: null, version, events, enabled: true });
  await choose(['invoice.completed', 'invoice.overpaid'], '2');
  status = 503;
  const paid = await order();
  await pay(paid);
  await vi.waitFor(async () => expect((await deliveriesOf(paid))[0]?.attempts).toBe(1));
  await giveUp(paid);
  status = 200;
  await finalise(app, [await arrive(app, { to, micros: paid.micros })]);
  await becomes(paid, ['invoice.completed given_up', 'invoice.overpaid delivered']);
  expect((await retry(paid)).statusCode).toBe(202);
  await becomes(paid, ['invoice.completed delivered', 'invoice.overpaid delivered']);
  await choose(['invoice.completed', 'invoice.expired'], '1');
});

test('completed never arrives after a reversal, and arrives when the payment is restored', async () => {
  status = 503;
  const shaky = await order();
  const transfer = await pay(shaky);
  await vi.waitFor(async () => expect((await deliveriesOf(shaky))[0]?.attempts).toBe(1));
  await takeBack(app, transfer);
  status = 200;
  await becomes(shaky, ['invoice.completed superseded outdated']);
  for (const refused of [await sendAgain(shaky, 'invoice.completed'), await retry(shaky)])
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'callback_outdated']);
  const { id } = (await alice.get(`/invoice/${shaky.transId}`)).json();
  expect((await alice.post('/invoice/bulk/retry', { ids: [id] })).json().skipped).toEqual([
    { id, reason: 'A later event of this invoice replaced this callback. It is not sent again.' },
  ]);
  expect(statusesAt(shaky)).toEqual(['completed']);

  await finalise(app, [await bringBack(app, transfer)]);
  await becomes(shaky, ['invoice.completed delivered']);
  expect(new Set(receiver.received.filter(({ path }) => path === shaky.path).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('a callback that is sent again while the payment is taken back does not arrive after that', async () => {
  const races = await Promise.all([order(), order(), order()]);
  for (const each of races) {
    const transfer = await pay(each);
    await becomes(each, ['invoice.completed delivered']);
    status = 503;
    const [answer] = await Promise.all([sendAgain(each, 'invoice.completed'), takeBack(app, transfer)]);
    expect([202, 409]).toContain(answer.statusCode);
    await vi.waitFor(async () => expect((await deliveriesOf(each))[0]?.state).not.toBe('waiting'));
    status = 200;
  }
});
