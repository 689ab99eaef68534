import type { CallbackDelivery } from '@stablegate/contract';
import { DAY_MS } from '@stablegate/rules';
import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { type Receiver, startReceiver } from '../../../../test/parts/receiver';
import { addWallet, callApi, evmAddress, giveBalance, type Merchant, NETWORK_ENV, newMerchant, newStore } from '../../../../test/stores';
import { systemClock } from '../../../platform/clock';
import { emptyBodies } from './empty-bodies';

let aheadMs = 0;
let app: TestApp;
let alice: Merchant;
let storeId: string;
let api: ReturnType<typeof callApi>;
let receiver: Receiver;
let orders = 0;

type Stored = { readonly id: string; readonly path: string; readonly outcome: string | null; readonly body: unknown };
const stored = async (): Promise<Stored[]> =>
  (
    await sql<Stored>`
      select id, substring(url from '/([a-z]+)$') as path, outcome, body from callback_deliveries order by id`.execute(
      app.platform.db.query,
    )
  ).rows;

/** An invoice that has expired, with its callback to this path of the receiver. */
async function expired(path: string): Promise<string> {
  orders += 1;
  const order = { name: 'Tea', amount: '10', request_id: `old-${orders}`, callback_url: `${receiver.url}/${path}` };
  const { trans_id: transId } = (await api.post('/payment/invoice', order)).json().data;
  expect((await api.post(`/payment/invoice/${transId}/cancel`)).statusCode).toBe(200);
  return transId;
}
const settled = () =>
  vi.waitFor(async () => expect((await stored()).filter(({ path, outcome }) => path !== 'down' && outcome === null)).toEqual([]), {
    timeout: 20_000,
    interval: 50,
  });

beforeAll(async () => {
  receiver = await startReceiver((response, { path }) => void response.writeHead(path.startsWith('/down') ? 503 : 200).end('{}'));
  const business = { now: () => new Date(systemClock.now().getTime() + aheadMs) };
  app = await startTestApp({ env: NETWORK_ENV, clocks: { business, real: systemClock }, roles: ['worker'] });
  alice = await newMerchant(app, 'alice_old');
  const store = await newStore(alice);
  storeId = store.id;
  await addWallet(alice, storeId, 'BEP20', evmAddress(0x91));
  await giveBalance(app, alice.userId, 1_000_000_000n);
  api = callApi(app, store.apiKey);
  await alice.post(`/store/${storeId}/endpoints`, { url: `${receiver.url}/second`, version: '2', events: ['invoice.expired'] });
});

test('bodies of callbacks older than 90 days are emptied; what is known about them stays, and they cannot be sent again', async () => {
  const old = await expired('first');
  await expired('down'); // never delivered: it still waits
  await settled();
  aheadMs += 91 * DAY_MS;
  const young = await expired('first');
  await settled();
  const before = await stored();

  expect(await emptyBodies(app.platform.db, app.platform.clocks.business.now(), { batch: 2 })).toBe(4);
  const after = await stored();
  const changed = after.filter(({ body }, index) => JSON.stringify(body) !== JSON.stringify(before[index]?.body));
  const transIds = changed.map(({ body }) => (body as { trans_id: string }).trans_id);
  expect(changed.map(({ path }) => path).sort()).toEqual(['first', 'second', 'second']);
  for (const { body } of changed) expect(body).toEqual({ emptied: true, trans_id: expect.stringMatching(/^\w+/) });
  expect(transIds).not.toContain(young);
  expect(transIds.filter((transId) => transId === old)).toHaveLength(2);
  expect(await app.services.callbacks.emptyOldBodies()).toBe(0);

  const log = (await alice.get(`/store/${storeId}/deliveries`)).json<{ content: CallbackDelivery[] }>().content;
  const shown = log.filter(({ transId }) => transId === old);
  expect(shown).toHaveLength(2);
  for (const { id, state, last } of shown) {
    expect({ state, status: last?.httpStatus }).toEqual({ state: 'delivered', status: 200 });
    const again = await alice.post(`/store/${storeId}/deliveries/${id}/resend`);
    expect([again.statusCode, again.json().code]).toEqual([410, 'callback_too_old']);
  }
  const resent = await api.post(`/payment/invoice/${old}/resend-callback`);
  expect([resent.statusCode, resent.json().code]).toEqual([410, 'callback_too_old']);
});
