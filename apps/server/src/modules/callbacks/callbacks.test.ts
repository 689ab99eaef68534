import type { CallbackAttempt, InvoiceDetails, StoreDetails } from '@stablegate/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { verifyCallback } from '../../../../../packages/sdk/src/callbacks/verify-callback';
import { isBusiness, waitForMail } from '../../../test/accounts';
import { startTestApp, type TestApp } from '../../../test/app';
import { type Answer, type Receiver, startReceiver } from '../../../test/parts/receiver';
import { addWallet, callApi, evmAddress, giveBalance, type Merchant, NETWORK_ENV, newMerchant, newStore } from '../../../test/stores';
import { systemClock } from '../../platform/clock';
import { asInvoiceId, asStoreId } from '../../platform/id-types';

let aheadMs = 0;
let app: TestApp;
let alice: Merchant;
let store: StoreDetails['store'];
let api: ReturnType<typeof callApi>;
let receiver: Receiver;
let hanging: Receiver;
let orders = 0;

const answer: Answer = (response, { path }, earlier) => {
  if (path.startsWith('/flaky') && earlier === 0) response.writeHead(500).end('broken');
  else if (path.startsWith('/gone')) response.writeHead(410).end();
  else if (path.startsWith('/busy') && earlier === 0) response.writeHead(429, { 'retry-after': '1800' }).end();
  else if (path.startsWith('/redirect')) response.writeHead(302, { location: '/elsewhere' }).end();
  else if (path.startsWith('/huge')) response.end('é'.repeat(500_000));
  else if (path.startsWith('/down')) response.writeHead(503).end('down');
  else response.end('{"status":"ok"}');
};

beforeAll(async () => {
  [receiver, hanging] = await Promise.all([startReceiver(answer), startReceiver(() => undefined)]);
  const business = { now: () => new Date(systemClock.now().getTime() + aheadMs) };
  app = await startTestApp({ env: NETWORK_ENV, clocks: { business, real: systemClock }, roles: ['worker'] });
  alice = await newMerchant(app, 'alice_1');
  const { id } = await newStore(alice);
  await addWallet(alice, id, 'BEP20', evmAddress(1));
  store = (await alice.get(`/store/${id}`)).json<StoreDetails>().store;
  api = callApi(app, store.apiKey);
});

async function newInvoice(callbackUrl?: string): Promise<{ transId: string; requestId: string }> {
  orders += 1;
  const requestId = `o${orders}`;
  const made = await api.post('/payment/invoice', { name: 'Tea', amount: '10', request_id: requestId, callback_url: callbackUrl });
  expect(made.statusCode, made.body).toBe(201);
  return { transId: made.json().data.trans_id, requestId };
}
async function expiredInvoice(callbackUrl: string): Promise<{ transId: string; requestId: string }> {
  const made = await newInvoice(callbackUrl);
  expect((await api.post(`/payment/invoice/${made.transId}/cancel`)).statusCode).toBe(200);
  return made;
}
const attemptsOf = async (transId: string): Promise<CallbackAttempt[]> =>
  (await alice.get(`/invoice/${transId}`)).json<InvoiceDetails>().callbackAttempts;
const deliveriesOf = async (transId: string) =>
  app.platform.db.query
    .selectFrom('callback_deliveries')
    .selectAll()
    .where('invoice_id', '=', (await app.services.invoices.getOfStore(asStoreId(store.id), transId)).id)
    .orderBy('created_at')
    .execute();
const waitForOutcome = (transId: string, outcome: string | null, attempts: number) =>
  vi.waitFor(async () => expect((await deliveriesOf(transId)).at(-1)).toMatchObject({ outcome, attempts, lease_token: null }), {
    timeout: 5_000,
    interval: 20,
  });
const verify = ({ headers, body }: { headers: object; body: string }, secret = store.callbackSecret) =>
  verifyCallback({ headers: headers as Record<string, string>, body, secret, merchantId: store.merchantId, apiKey: store.apiKey });
/** As a payment does it: the change and its callback in one transaction. */
async function complete(transId: string, fails = false): Promise<void> {
  const before = await app.services.invoices.getOfStore(asStoreId(store.id), transId);
  const after = { ...before, status: 'SUCCESS', fromAddress: '0xpayer', transHash: '0xhash' } as const;
  await app.platform.db.transaction(async (tx) => {
    await app.services.callbacks.queueCallbacks(tx, [{ topic: 'invoice.completed', before, after, at: new Date() }]);
    if (fails) throw new Error('the change did not happen');
  });
}

test('a callback arrives once, signed, with the body of the contract, and its response is kept', async () => {
  const { transId, requestId } = await expiredInvoice(`${receiver.url}/ok`);
  const [arrived] = await receiver.waitFor('/ok');
  const verified = verify(arrived as never);
  expect(verified).toMatchObject({ ok: true, id: expect.stringMatching(/^cbk_/) });
  expect(JSON.parse(arrived?.body ?? '')).toEqual({
    request_id: requestId,
    merchant_id: store.merchantId,
    api_key: store.apiKey,
    amount: '10.000000',
    status: 'expired',
    from_address: null,
    trans_id: transId,
    trans_hash: null,
  });
  await waitForOutcome(transId, 'delivered', 1);
  const details = (await alice.get(`/invoice/${transId}`)).json<InvoiceDetails>();
  expect(details.callbackAttempts).toEqual([
    expect.objectContaining({ event: 'expired', outcome: 'delivered', httpStatus: 200, response: '{"status":"ok"}' }),
  ]);
  expect(details.callbackResponse).toBe('{"status":"ok"}');
  expect(receiver.received.filter(({ path }) => path === '/ok')).toHaveLength(1);
});

test('no change, no callback; no callback_url, no callback', async () => {
  const { transId } = await newInvoice(`${receiver.url}/never`);
  await expect(complete(transId, true)).rejects.toThrow('the change did not happen');
  expect(await deliveriesOf(transId)).toEqual([]);
  const silent = await newInvoice();
  await complete(silent.transId);
  expect(await deliveriesOf(silent.transId)).toEqual([]);
});

test('a refused callback is retried after its delay, under the same id', async () => {
  const { transId } = await expiredInvoice(`${receiver.url}/flaky`);
  await receiver.waitFor('/flaky');
  await waitForOutcome(transId, null, 1);
  const [waiting] = await deliveriesOf(transId);
  const pauseMs = (waiting?.due_at.getTime() ?? 0) - app.platform.clocks.business.now().getTime();
  expect(pauseMs).toBeGreaterThan(3_000);
  expect(pauseMs).toBeLessThanOrEqual(5_500);
  aheadMs += 6_000;
  const [first, second] = await receiver.waitFor('/flaky', 2);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(verify(second as never).ok).toBe(true); // the signature uses real time
  await waitForOutcome(transId, 'delivered', 2);
  expect((await attemptsOf(transId)).map(({ outcome, httpStatus }) => [outcome, httpStatus])).toEqual([
    ['refused', 500],
    ['delivered', 200],
  ]);
});

test('F31: a receiver that hangs delays no other', async () => {
  for (let i = 0; i < 30; i += 1) await expiredInvoice(`${hanging.url}/hang`);
  await hanging.waitFor('/hang', 8);
  for (let i = 0; i < 10; i += 1) await expiredInvoice(`${receiver.url}/quick${i}`);
  await expiredInvoice(`${receiver.url}/quick`);
  await receiver.waitFor('/quick');
  expect(hanging.received.length).toBeLessThan(30); // the newest arrived while older ones were still queued
});

test('a store whose receiver hangs delays no other store on the same host', async () => {
  const shared = await startReceiver((response, { path }) => {
    if (path !== '/stuck') response.end('{"status":"ok"}');
  });
  const carol = await newMerchant(app, 'carol_shared');
  const shop = await newStore(carol);
  await addWallet(carol, shop.id, 'BEP20', evmAddress(0x78));
  const own = callApi(app, shop.apiKey);
  for (let i = 0; i < 24; i += 1) await expiredInvoice(`${shared.url}/stuck`);
  await shared.waitFor('/stuck', 16); // all places of this receiver
  const body = { name: 'Tea', amount: '10', request_id: 'shared', callback_url: `${shared.url}/other-store` };
  const transId: string = (await own.post('/payment/invoice', body)).json().data.trans_id;
  await own.post(`/payment/invoice/${transId}/cancel`);
  await shared.waitFor('/other-store', 1, 7_000); // the first place would be free after ten seconds
}, 30_000);

test('F31: a redirect is not followed; a huge response is cut off; 410 stops immediately', async () => {
  const redirected = await expiredInvoice(`${receiver.url}/redirect`);
  const huge = await expiredInvoice(`${receiver.url}/huge`);
  const gone = await expiredInvoice(`${receiver.url}/gone`);
  await waitForOutcome(redirected.transId, null, 1);
  await waitForOutcome(huge.transId, 'delivered', 1);
  await waitForOutcome(gone.transId, 'dead', 1);
  expect(await attemptsOf(redirected.transId)).toMatchObject([{ outcome: 'refused', httpStatus: 302 }]);
  expect(receiver.received.some(({ path }) => path === '/elsewhere')).toBe(false);
  expect((await attemptsOf(huge.transId))[0]?.response).toBe('é'.repeat(1_024));
  expect(await attemptsOf(gone.transId)).toMatchObject([{ outcome: 'gone', httpStatus: 410 }]);
});

test('F31: Retry-After is honoured', async () => {
  const { transId } = await expiredInvoice(`${receiver.url}/busy`);
  await waitForOutcome(transId, null, 1);
  const [waiting] = await deliveriesOf(transId);
  const pauseMs = (waiting?.due_at.getTime() ?? 0) - app.platform.clocks.business.now().getTime();
  expect(pauseMs).toBeGreaterThan(1_790_000);
  expect(pauseMs).toBeLessThanOrEqual(1_800_000);
});

test('F33: a newer event supersedes an undelivered one: expired never comes after completed', async () => {
  const { transId } = await expiredInvoice(`${receiver.url}/flaky-late`);
  await waitForOutcome(transId, null, 1);
  await complete(transId);
  await waitForOutcome(transId, 'delivered', 1);
  aheadMs += 6_000;
  await new Promise((resolve) => setTimeout(resolve, 1_200)); // longer than the poll interval
  expect((await deliveriesOf(transId)).map(({ event, outcome }) => [event, outcome])).toEqual([
    ['expired', 'superseded'],
    ['completed', 'delivered'],
  ]);
  const bodies = receiver.received.filter(({ path }) => path === '/flaky-late').map(({ body }) => JSON.parse(body));
  expect(bodies).toMatchObject([
    { status: 'expired' },
    { status: 'completed', from_address: '0xpayer', trans_id: transId, trans_hash: '0xhash' },
  ]);
});

test('while an attempt of an invoice is under way, its newer event waits', async () => {
  const { transId } = await newInvoice(`${receiver.url}/order`);
  await complete(transId);
  await waitForOutcome(transId, 'delivered', 1);
  const other = await newInvoice(`${receiver.url}/order-2`);
  const { id: invoiceId } = await app.services.invoices.getOfStore(asStoreId(store.id), other.transId);
  await sql`
    insert into callback_deliveries (id, invoice_id, store_id, event, url, endpoint, body, due_at, created_at, lease_token, lease_until)
    values ('cbk_0', ${invoiceId}, ${store.id}, 'expired', 'http://x/', 'x', '{}', now(), now() - interval '1 hour', gen_random_uuid(), now() + interval '20 seconds')`.execute(
    app.platform.db.query,
  );
  await complete(other.transId);
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(receiver.received.some(({ path }) => path === '/order-2')).toBe(false);
  await sql`update callback_deliveries set lease_token = null, lease_until = null where id = 'cbk_0'`.execute(app.platform.db.query);
  await receiver.waitFor('/order-2');
});

test("a killed worker's deliveries are taken over when its lease expires, under the same id", async () => {
  const { transId } = await expiredInvoice(`${receiver.url}/taken`);
  await waitForOutcome(transId, 'delivered', 1);
  // As left by a worker killed after sending and before recording.
  const hold = (until: string) =>
    sql`update callback_deliveries set outcome = null, ended_at = null, attempts = 0, lease_token = gen_random_uuid(),
      lease_until = now() + ${until}::interval where url = ${`${receiver.url}/taken`}`.execute(app.platform.db.query);
  await hold('30 seconds');
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(await receiver.waitFor('/taken')).toHaveLength(1);
  await hold('-1 second');
  const [first, second] = await receiver.waitFor('/taken', 2);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  await waitForOutcome(transId, 'delivered', 1);
});

test('F33: after 16 attempts in three days it is dead, the merchant gets a mail, and it can be resent by hand', async () => {
  const { transId } = await expiredInvoice(`${receiver.url}/down`);
  await waitForOutcome(transId, null, 1);
  const started = (await deliveriesOf(transId))[0]?.created_at.getTime() ?? 0;
  for (let attempt = 2; attempt <= 16; attempt += 1) {
    const [waiting] = await deliveriesOf(transId);
    aheadMs += Math.max(0, (waiting?.due_at.getTime() ?? 0) - app.platform.clocks.business.now().getTime());
    await app.services.callbacks.resend([]); // wakes the worker, which otherwise polls twice a second
    await waitForOutcome(transId, attempt === 16 ? 'dead' : null, attempt);
  }
  const tookHours = ((await deliveriesOf(transId))[0]?.ended_at?.getTime() ?? 0) / 3_600_000 - started / 3_600_000;
  expect(tookHours).toBeGreaterThan(60);
  expect(tookHours).toBeLessThan(80);
  const id = new Set((await receiver.waitFor('/down', 16)).map(({ headers }) => headers['webhook-id']));
  expect(id.size).toBe(1);
  expect((await waitForMail(app, alice.email, 2, isBusiness)).text).toContain(transId); // the first was about the earlier one;
  const { id: invoiceId } = await app.services.invoices.getOfStore(asStoreId(store.id), transId);
  const resentAt = app.platform.clocks.business.now();
  expect(await app.services.callbacks.resend([invoiceId, asInvoiceId('inv_unknown')])).toEqual({
    sent: [invoiceId],
    limited: [],
    outdated: [],
    tooOld: [],
  });
  expect((await receiver.waitFor('/down', 17)).at(-1)?.headers['webhook-id']).toBe([...id][0]);
  await waitForOutcome(transId, null, 1);
  // To operators it waits since it was resent, not since its event three days ago. Those of earlier tests wait for good, so they are ended.
  const others = app.platform.db.query.updateTable('callback_deliveries').where('outcome', 'is', null).where('invoice_id', '<>', invoiceId);
  await others.set({ outcome: 'superseded', ended_at: resentAt }).execute();
  expect((await app.services.callbacks.findOldestWaiting())?.getTime()).toBeGreaterThanOrEqual(resentAt.getTime());
}, 20_000);

test('many callbacks given up together are one mail', async () => {
  const bob = await newMerchant(app, 'bob_gone');
  const shop = await newStore(bob);
  await addWallet(bob, shop.id, 'BEP20', evmAddress(0x77));
  await giveBalance(app, bob.userId, 1_000_000_000n);
  const own = callApi(app, shop.apiKey);
  const order = (n: number) => ({ name: 'Tea', amount: '10', request_id: `gone-${n}`, callback_url: `${receiver.url}/gone` });
  const made = await Promise.all(Array.from({ length: 12 }, (_, n) => own.post('/payment/invoice', order(n))));
  const transIds = made.map((answer) => answer.json<{ data: { trans_id: string } }>().data.trans_id);
  await Promise.all(transIds.map((transId) => own.post(`/payment/invoice/${transId}/cancel`)));
  const dead = () => app.platform.db.query.selectFrom('callback_deliveries').select('id').where('outcome', '=', 'dead').execute();
  await vi.waitFor(async () => expect((await dead()).length).toBeGreaterThanOrEqual(transIds.length));
  const mail = await waitForMail(app, bob.email, 1, isBusiness);
  expect(transIds.filter((transId) => mail.text.includes(transId))).toHaveLength(1);
  expect(app.mailer.sent.filter((sent) => sent.to === bob.email && isBusiness(sent))).toHaveLength(1);
});

test('a new secret signs beside the old one; the API key is the current one', async () => {
  const { callbackSecret } = (await alice.post(`/store/${store.id}/refresh-callback-secret`)).json<{ callbackSecret: string }>();
  const { apiKey } = (await alice.post(`/store/${store.id}/refresh-api-key`)).json<{ apiKey: string }>();
  const old = store;
  store = { ...store, callbackSecret, apiKey };
  api = callApi(app, apiKey);
  await new Promise((resolve) => setTimeout(resolve, 1_100)); // keys are cached for a second
  await expiredInvoice(`${receiver.url}/rotated`);
  const [arrived] = await receiver.waitFor('/rotated');
  expect(verify(arrived as never).ok).toBe(true);
  expect(verify(arrived as never, old.callbackSecret).ok).toBe(true);
});

test('a store that relies on signatures sends no API key, and its callbacks still verify', async () => {
  const change = (keyInCallbacks: boolean) => alice.put(`/store/${store.id}`, { name: store.name, keyInCallbacks });
  expect((await change(false)).json()).toMatchObject({ keyInCallbacks: false });
  // The secrets are cached for a second.
  await vi.waitFor(
    async () => {
      const { transId } = await expiredInvoice(`${receiver.url}/signed-only`);
      await waitForOutcome(transId, 'delivered', 1);
      const [request] = receiver.received.filter(({ body }) => body.includes(transId));
      expect(JSON.parse(request?.body ?? '{}')).toMatchObject({ api_key: '' });
      expect(verify(request ?? { headers: {}, body: '' })).toMatchObject({ ok: true });
    },
    { timeout: 20_000 },
  );
  expect((await change(true)).json()).toMatchObject({ keyInCallbacks: true });
}, 60_000);

test("a test callback returns the server's response; another user cannot send one", async () => {
  const sent = await alice.post(`/store/${store.id}/test-callback`, { url: `${receiver.url}/down/test` });
  expect(sent.statusCode, sent.body).toBe(200);
  expect(sent.json()).toEqual({ outcome: 'refused', httpStatus: 503, durationMs: expect.any(Number), response: 'down' });
  expect(verify((await receiver.waitFor('/down/test'))[0] as never).ok).toBe(true);
  const closed = await alice.post(`/store/${store.id}/test-callback`, { url: 'http://127.0.0.1:9/' });
  expect(closed.json()).toMatchObject({ outcome: 'unreachable', httpStatus: null, response: null });
  const inside = await alice.post(`/store/${store.id}/test-callback`, { url: 'http://169.254.169.254/latest' });
  expect(inside.json()).toMatchObject({ outcome: 'blocked_address', httpStatus: null });
  expect((await alice.post(`/store/${store.id}/test-callback`, { url: 'ftp://shop.example/' })).statusCode).toBe(422);
  const mallory = await newMerchant(app, 'mallory_1');
  expect((await mallory.post(`/store/${store.id}/test-callback`, { url: receiver.url })).statusCode).toBe(404);
});
