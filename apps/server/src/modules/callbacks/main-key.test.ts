import { beforeAll, expect, test } from 'vitest';
import { newUser, tokenIn } from '../../../test/accounts';
import { type Browser, startTestApp, type TestApp } from '../../../test/app';
import { type Receiver, startReceiver } from '../../../test/parts/receiver';
import { mailAbout } from '../../../test/sign-ins';
import { addWallet, callApi, evmAddress, type Merchant, NETWORK_ENV, newMerchant, newStore, type OwnStore } from '../../../test/stores';
import { systemClock } from '../../platform/clock';

const SIGN_IN_AGE_MS = 16 * 60_000;
let app: TestApp;
let receiver: Receiver;
let owner: Merchant;
let manager: Browser;
let store: OwnStore;
let agedMs = 0;

beforeAll(async () => {
  receiver = await startReceiver((response) => response.end('{}'));
  const real = { now: () => new Date(systemClock.now().getTime() + agedMs) };
  app = await startTestApp({ env: NETWORK_ENV, clocks: { business: systemClock, real }, roles: ['worker'] });
  owner = await newMerchant(app, 'owner_of_key');
  store = await newStore(owner);
  await addWallet(owner, store.id, 'BEP20', evmAddress(0xe6_01));
  const member = await newUser(app, 'manager_of_key');
  await owner.post('/team/invitations', { email: member.email, role: 'manager' });
  const token = tokenIn(await mailAbout(app, member.email, /invites you/));
  expect((await member.post('/team/invitation/accept', { token })).statusCode).toBe(200);
  manager = member;
});

const keyAt = async (path: string) => JSON.parse((await receiver.waitFor(path))[0]?.body ?? '{}').api_key;
async function cancelledOrder(apiKey: string, path: string): Promise<void> {
  const body = { name: 'Tea', amount: '10', request_id: path, callback_url: `${receiver.url}${path}` };
  const made = await callApi(app, apiKey).post('/payment/invoice', body);
  expect(made.statusCode, made.body).toBe(201);
  const cancelled = await callApi(app, store.apiKey).post(`/payment/invoice/${made.json().data.trans_id}/cancel`);
  expect(cancelled.statusCode, cancelled.body).toBe(200);
}

test('the main key is sent where an invoice was made with it, and not to an address that the holder of a scoped key chose', async () => {
  const key = (await owner.post(`/store/${store.id}/keys`, { name: 'Till', scopes: ['create'] })).json();
  expect(key.apiKey, JSON.stringify(key)).toMatch(/^sk_sg_/);
  await cancelledOrder(store.apiKey, '/by-main-key');
  await cancelledOrder(key.apiKey, '/by-scoped-key');
  expect(await keyAt('/by-main-key')).toBe(store.apiKey);
  expect(await keyAt('/by-scoped-key')).toBe('');
});

test('an invoice that a member made by hand carries no key', async () => {
  const url = `${receiver.url}/by-hand`;
  const added = await owner.post(`/store/${store.id}/endpoints`, { url, version: '1', events: ['invoice.expired'] });
  expect(added.statusCode, added.body).toBe(201);
  const { transId } = (await manager.post('/invoice', { storeId: store.id, name: 'Tea', amount: '10' })).json();
  expect((await manager.post(`/invoice/${transId}/cancel`)).statusCode).toBe(200);
  expect(await keyAt('/by-hand')).toBe('');
  expect((await owner.delete(`/store/${store.id}/endpoints/${added.json().id}`)).statusCode).toBe(204);
});

test('tests and examples carry the key only when their sender may see it', async () => {
  for (const [who, path, key] of [
    [manager, '/test-of-manager', ''],
    [owner, '/test-of-owner', store.apiKey],
  ] as const) {
    const sent = await who.post(`/store/${store.id}/test-callback`, { url: `${receiver.url}${path}` });
    expect(sent.statusCode, sent.body).toBe(200);
    expect(await keyAt(path)).toBe(key);
    const example = { type: 'invoice.completed', url: `${receiver.url}${path}/example` };
    expect((await who.post(`/store/${store.id}/endpoints/default/example`, example)).statusCode).toBe(200);
    expect(await keyAt(`${path}/example`)).toBe(key);
  }
});

test('switching it takes the permission for secrets and a recent sign-in, and the owner gets a mail', async () => {
  const change = (who: Browser, keyInCallbacks: boolean, name = store.name) =>
    who.send({ method: 'PUT', url: `/api/v1/store/${store.id}`, payload: { name, keyInCallbacks } });
  expect((await change(manager, false)).json().code).toBe('role_forbids');
  expect((await change(manager, true, 'Tea room')).json()).toMatchObject({ name: 'Tea room', keyInCallbacks: true }); // as it was
  agedMs = SIGN_IN_AGE_MS;
  expect((await change(owner, false)).json().code).toBe('recent_sign_in_required');
  agedMs = 0;
  expect((await change(owner, false)).json()).toMatchObject({ keyInCallbacks: false });
  await mailAbout(app, owner.email, /no longer carry the API key/);
  expect((await change(owner, true)).json()).toMatchObject({ keyInCallbacks: true });
  await mailAbout(app, owner.email, /carry the API key again/);
});
