import {
  CALLBACK_EVENT_TYPES,
  type CallbackDelivery,
  type CallbackEndpoint,
  type CallbackEvent,
  callbackEventSchema,
} from '@stablegate/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { verifyCallback } from '../../../../../../packages/sdk/src/callbacks';
import { startTestApp, type TestApp } from '../../../../test/app';
import { arrive, finalise, takeBack } from '../../../../test/arrivals';
import { type Received, type Receiver, startReceiver } from '../../../../test/parts/receiver';
import { addWallet, callApi, evmAddress, giveBalance, type Merchant, NETWORK_ENV, newMerchant, newStore } from '../../../../test/stores';

let app: TestApp;
let receiver: Receiver;
let alice: Merchant;
let store: Awaited<ReturnType<typeof newStore>>;
let api: ReturnType<typeof callApi>;
const to = evmAddress(0xe4_01);
let orders = 0;

beforeAll(async () => {
  receiver = await startReceiver((response, { path }, earlier) => {
    if (path.startsWith('/flaky') && earlier === 0) response.writeHead(500).end();
    else response.end('{"status":"success","message":"OK"}');
  });
  app = await startTestApp({ env: NETWORK_ENV, roles: ['worker'] });
  alice = await newMerchant(app, 'alice_ends');
  store = await newStore(alice);
  await addWallet(alice, store.id, 'BEP20', to);
  await giveBalance(app, alice.userId, 1_000_000_000n);
  api = callApi(app, store.apiKey);
});

const path = () => `/store/${store.id}/endpoints`;
async function addEndpoint(name: string, events: readonly string[] = CALLBACK_EVENT_TYPES, more: object = {}): Promise<CallbackEndpoint> {
  const answer = await alice.post(path(), { url: `${receiver.url}/${name}`, version: '2', events, ...more });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const remove = ({ id }: CallbackEndpoint) => alice.delete(`${path()}/${id}`);
async function order(more: object = {}): Promise<{ transId: string; micros: bigint; payable: string }> {
  orders += 1;
  const made = await api.post('/payment/invoice', { name: 'Tea', amount: '10', request_id: `ends-${orders}`, ...more });
  expect(made.statusCode, made.body).toBe(201);
  const { trans_id: transId, payable } = made.json().data;
  return { transId, micros: BigInt(payable.replace('.', '')), payable };
}
const bodyOf = ({ body }: Received): CallbackEvent => callbackEventSchema.parse(JSON.parse(body));
const typesAt = (name: string) => receiver.received.filter((each) => each.path === `/${name}`).map((each) => bodyOf(each).type);
const arrived = (name: string, types: readonly string[]) =>
  vi.waitFor(() => expect(typesAt(name)).toEqual(types), { timeout: 20_000, interval: 20 });

test('a store that chose nothing has the default endpoint alone: the specified body for the specified events', async () => {
  const { callbackSecret } = (await alice.get(`/store/${store.id}`)).json().store;
  expect((await alice.get(path())).json()).toEqual([
    {
      id: 'default',
      url: null,
      version: '1',
      events: ['invoice.completed', 'invoice.expired'],
      enabled: true,
      secret: callbackSecret,
      secretExposed: false,
      createdAt: null,
    },
  ]);
  const { transId } = await order({ callback_url: `${receiver.url}/plain` });
  await api.post(`/payment/invoice/${transId}/cancel`);
  const [{ body } = { body: '' }] = await receiver.waitFor('/plain');
  const { merchantId, apiKey } = (await alice.get(`/store/${store.id}`)).json().store;
  expect(body).toBe(
    `{"request_id":"ends-${orders}","merchant_id":"${merchantId}","api_key":"${apiKey}","amount":"10.000000","status":"expired","from_address":null,"trans_id":"${transId}","trans_hash":null}`,
  );
});

test('an endpoint gets every event of an invoice that has no callback_url, in order, signed with its own secret', async () => {
  const endpoint = await addEndpoint('all');
  const metadata = { customer: 'c-7' };
  const { transId, micros, payable } = await order({ metadata });
  const types: string[] = [];
  const told = (type: string) => {
    types.push(type);
    return arrived('all', types); // each before the next, which would otherwise make it pointless
  };
  const first = await arrive(app, { to, micros });
  await told('invoice.seen');
  await takeBack(app, first);
  await told('invoice.unseen');
  const second = await arrive(app, { to, micros });
  await told('invoice.seen');
  await finalise(app, [second]);
  await told('invoice.completed');
  await arrive(app, { to, micros });
  await told('invoice.overpaid');

  const got = receiver.received.filter((each) => each.path === '/all');
  for (const { headers, body } of got)
    expect(verifyCallback({ headers: headers as Record<string, string>, body, secret: endpoint.secret })).toMatchObject({ ok: true });
  const bodies = got.map(bodyOf);
  expect(new Set(bodies.map(({ id }) => id)).size).toBe(5);
  expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(5);
  expect(bodies.map(({ sequence }) => sequence)).toEqual([2, 3, 4, 5, 6]);
  expect(got.map(({ body }) => body).join()).not.toContain(store.apiKey);
  expect(bodies[0]).toMatchObject({ test: false, version: '2', merchant_id: store.merchantId });
  expect(bodies[3]?.data).toEqual({ ...(await api.get(`/payment/invoice/${transId}`)).json().data, paid: payable, flags: [] });
  expect(bodies[3]?.data).toMatchObject({ trans_id: transId, status: 'completed', network: 'BEP20', metadata });
  expect(bodies[4]?.data).toMatchObject({ payable, flags: ['paidOver'] });
  await remove(endpoint);
});

test('parts, and a part that goes away', async () => {
  const endpoint = await addEndpoint('parts', ['invoice.partly_paid', 'invoice.completed']);
  const other = await newMerchant(app, 'alice_part');
  const shop = await newStore(other);
  const own = evmAddress(0xe4_02);
  await addWallet(other, shop.id, 'BEP20', own);
  const added = await other.post(`/store/${shop.id}/endpoints`, {
    url: `${receiver.url}/own-part`,
    version: '2',
    events: ['invoice.partly_paid', 'invoice.unseen'],
  });
  expect(added.statusCode).toBe(201);
  const made = await callApi(app, shop.apiKey).post('/payment/invoice', { name: 'Tea', amount: '10', request_id: 'part' });
  const payment = await arrive(app, { to: own, micros: BigInt(made.json().data.payable.replace('.', '')) - 1_000_000n });
  await receiver.waitFor('/own-part');
  await takeBack(app, payment);
  await arrived('own-part', ['invoice.partly_paid', 'invoice.unseen']);
  expect(typesAt('parts')).toEqual([]); // another store's
  await remove(endpoint);
});

test('several endpoints each get what they chose, once; a disabled or removed one gets nothing', async () => {
  const paid = await addEndpoint('paid', ['invoice.completed']);
  const ended = await addEndpoint('ended', ['invoice.expired']);
  const specified = await addEndpoint('specified', ['invoice.completed', 'invoice.expired'], { version: '1' });
  const off = await addEndpoint('off', CALLBACK_EVENT_TYPES, { enabled: false });
  const gone = await addEndpoint('removed');
  await remove(gone);
  const { transId } = await order({ callback_url: `${receiver.url}/own` });
  await api.post(`/payment/invoice/${transId}/cancel`);
  await Promise.all(['/ended', '/own', '/specified'].map((each) => receiver.waitFor(each)));
  const { micros } = await order();
  await finalise(app, [await arrive(app, { to, micros })]);
  await arrived('paid', ['invoice.completed']);
  expect(typesAt('ended')).toEqual(['invoice.expired']);
  const [first] = await receiver.waitFor('/specified', 2);
  expect(JSON.parse(first?.body ?? '')).toMatchObject({ status: 'expired', api_key: store.apiKey, trans_id: transId });
  expect(verifyCallback({ headers: first?.headers as never, body: first?.body ?? '', secret: specified.secret }).ok).toBe(true);
  expect([...typesAt('off'), ...typesAt('removed')]).toEqual([]);
  expect((await alice.get(path())).json<CallbackEndpoint[]>().map(({ id }) => id)).toEqual([
    'default',
    paid.id,
    ended.id,
    specified.id,
    off.id,
  ]);
  for (const each of [paid, ended, specified, off]) await remove(each);
});

test('an endpoint that is removed gets nothing that still waits for it, and nobody is mailed', async () => {
  const endpoint = await addEndpoint('flaky-removed');
  const { transId } = await order();
  await api.post(`/payment/invoice/${transId}/cancel`);
  await receiver.waitFor('/flaky-removed');
  await remove(endpoint);
  const rows = () =>
    app.platform.db.query
      .selectFrom('callback_deliveries')
      .select(['outcome', 'attempts'])
      .where('endpoint_id', '=', endpoint.id as never)
      .execute();
  await vi.waitFor(async () => expect(await rows()).toEqual([{ outcome: null, attempts: 1 }]));
  await new Promise((resolve) => setTimeout(resolve, 1_200)); // secrets are cached for a second
  await app.platform.db.query
    .updateTable('callback_deliveries')
    .set({ due_at: new Date(0) })
    .where('endpoint_id', '=', endpoint.id as never)
    .execute();
  await vi.waitFor(async () => expect(await rows()).toEqual([{ outcome: 'superseded', attempts: 2 }]), { timeout: 10_000 });
  expect(typesAt('flaky-removed')).toHaveLength(1);
});

test('the default endpoint can choose events and the body with a type; unchosen events are not sent', async () => {
  const change = { url: null, version: '2', events: ['invoice.seen', 'invoice.completed'], enabled: true };
  const changed = await alice.put(`${path()}/default`, change);
  expect(changed.json()).toMatchObject({ ...change, id: 'default' });
  const { micros } = await order({ callback_url: `${receiver.url}/chosen` });
  await finalise(app, [await arrive(app, { to, micros })]);
  await vi.waitFor(() => expect(typesAt('chosen')).toContain('invoice.completed'), { timeout: 10_000 });
  const [first] = receiver.received.filter((each) => each.path === '/chosen');
  const { callbackSecret } = (await alice.get(`/store/${store.id}`)).json().store;
  expect(verifyCallback({ headers: first?.headers as never, body: first?.body ?? '', secret: callbackSecret }).ok).toBe(true);
  const { transId } = await order({ callback_url: `${receiver.url}/chosen-cancelled` });
  await api.post(`/payment/invoice/${transId}/cancel`);
  const back = { url: null, version: '1', events: ['invoice.completed', 'invoice.expired'], enabled: true };
  expect((await alice.put(`${path()}/default`, back)).statusCode).toBe(200);
  const again = await order({ callback_url: `${receiver.url}/chosen-back` });
  await api.post(`/payment/invoice/${again.transId}/cancel`);
  await receiver.waitFor('/chosen-back');
  expect(receiver.received.some((each) => each.path === '/chosen-cancelled')).toBe(false);
});

test('a new secret signs beside the old one', async () => {
  const endpoint = await addEndpoint('renewed');
  const { secret } = (await alice.post(`${path()}/${endpoint.id}/refresh-secret`)).json<{ secret: string }>();
  expect(secret).not.toBe(endpoint.secret);
  const { transId } = await order();
  await api.post(`/payment/invoice/${transId}/cancel`);
  const [got] = await receiver.waitFor('/renewed');
  for (const each of [secret, endpoint.secret])
    expect(verifyCallback({ headers: got?.headers as never, body: got?.body ?? '', secret: each }).ok).toBe(true);
  await remove(endpoint);
});

test('an example of every event is sent, signed and marked as a test', async () => {
  const endpoint = await addEndpoint('example');
  for (const type of [...CALLBACK_EVENT_TYPES, 'test'] as const) {
    const sent = await alice.post(`${path()}/${endpoint.id}/example`, { type });
    expect(sent.json(), type).toMatchObject({ outcome: 'delivered', httpStatus: 200 });
  }
  const got = receiver.received.filter((each) => each.path === '/example').map((each) => bodyOf(each));
  expect(got.map(({ type }) => type)).toEqual([...CALLBACK_EVENT_TYPES, 'test']);
  expect(new Set(got.map(({ test: isTest, data }) => `${isTest} ${data.trans_id}`))).toEqual(new Set(['true test']));
  expect((await alice.post(`${path()}/default/example`, { type: 'test' })).json().errors[0].path).toBe('url');
  await remove(endpoint);
});

test('what cannot be sent is refused, and another’s endpoint does not exist', async () => {
  const url = `${receiver.url}/x`;
  const refused = async (body: object) =>
    (await alice.post(path(), { url, version: '2', events: ['invoice.seen'], ...body })).json().errors?.[0].path;
  expect(await refused({ version: '1' })).toBe('events');
  expect(await refused({ events: [] })).toBe('events');
  expect(await refused({ events: ['invoice.vanished'] })).toBe('events.0');
  expect(await refused({ version: '3' })).toBe('version');
  expect(await refused({ url: 'ftp://x.example' })).toBe('url');
  expect(await refused({ url: 'http://shop.example:22/' })).toBe('url');
  const bob = await newMerchant(app, 'bob_ends');
  const endpoint = await addEndpoint('mine');
  for (const call of [
    bob.get(path()),
    bob.put(`${path()}/${endpoint.id}`, { url, version: '2', events: ['invoice.seen'] }),
    bob.delete(`${path()}/${endpoint.id}`),
    bob.post(`${path()}/${endpoint.id}/example`, { type: 'test' }),
    alice.delete(`${path()}/default`),
  ])
    expect((await call).statusCode).toBe(404);
  await remove(endpoint);
  const many = await Promise.all(
    Array.from({ length: 12 }, (_, n) => alice.post(path(), { url: `${url}${n}`, version: '2', events: ['invoice.seen'] })),
  );
  expect(many.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(10).fill(201), 422, 422]);
  for (const made of many) if (made.statusCode === 201) await remove(made.json());
});

test('the log names every delivery with its last attempt, and sends one again under its own id', async () => {
  const endpoint = await addEndpoint('logged', ['invoice.expired']);
  const { transId } = await order();
  await api.post(`/payment/invoice/${transId}/cancel`);
  const [first] = await receiver.waitFor('/logged');
  const log = `/store/${store.id}/deliveries`;
  type Log = { content: CallbackDelivery[]; next: string | null };
  const newest = async (query = '') => (await alice.get(`${log}?limit=1${query}`)).json<Log>();
  await vi.waitFor(async () => expect((await newest()).content[0]?.state).toBe('delivered'));
  const { content, next } = await newest();
  expect(content).toMatchObject([
    {
      type: 'invoice.expired',
      transId,
      endpointId: endpoint.id,
      url: endpoint.url,
      version: '2',
      attempts: 1,
      webhookId: first?.headers['webhook-id'],
      last: { outcome: 'delivered', httpStatus: 200 },
    },
  ]);
  expect(next).toBe(content[0]?.id);
  expect((await newest(`&cursor=${next}`)).content[0]?.id).not.toBe(next);
  expect((await newest('&state=given_up')).content).toEqual([]);
  expect((await newest('&type=invoice.expired&state=delivered')).content[0]?.id).toBe(next);
  expect((await alice.get(`${log}?state=lost`)).statusCode).toBe(422);

  expect((await alice.post(`${log}/${next}/resend`)).statusCode).toBe(202);
  const [, second] = await receiver.waitFor('/logged', 2);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);
  const bob = await newMerchant(app, 'bob_log');
  expect([(await bob.get(log)).statusCode, (await bob.post(`${log}/${next}/resend`)).statusCode]).toEqual([404, 404]);
  await remove(endpoint);
});
