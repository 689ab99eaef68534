import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { callApi, type Merchant, newMerchant, newStore } from '../../../test/stores';
import { createStoreAccess } from './store-access';

let app: TestApp;
let alice: Merchant;

beforeAll(async () => {
  app = await startTestApp();
  alice = await newMerchant(app, 'alice_1');
});

const tryKey = async (apiKey: string) => {
  const answer = await callApi(app, apiKey).get('/payment/invoice/none');
  return [answer.statusCode, answer.json().code];
};
const CALL = { scope: 'read', ip: '127.0.0.1' } as const;
const UNKNOWN = [401, 'invalid_api_key'];
const ACCEPTED = [404, 'not_found'];

test('a key opens its store; a wrong, truncated or missing one opens nothing', async () => {
  const { apiKey } = await newStore(alice);
  expect(await tryKey(apiKey)).toEqual(ACCEPTED);
  for (const wrong of [`sk_${'x'.repeat(32)}`, apiKey.slice(0, -1), `${apiKey}x`, apiKey.toUpperCase(), 'sk_', "' or 1=1 --"]) {
    expect(await tryKey(wrong), wrong).toEqual(UNKNOWN);
  }
  const bare = await app.server.inject({ method: 'GET', url: '/api/v1/payment/invoice/none' });
  expect([bare.statusCode, bare.json().msg]).toEqual([401, bare.json().message]);
});

test('a replaced key and that of a deleted store stop immediately, and the new one works', async () => {
  const store = await newStore(alice);
  expect(await tryKey(store.apiKey)).toEqual(ACCEPTED);
  const { apiKey } = (await alice.post(`/store/${store.id}/refresh-api-key`)).json();
  expect(await tryKey(store.apiKey)).toEqual(UNKNOWN);
  expect(await tryKey(apiKey)).toEqual(ACCEPTED);
  await alice.delete(`/store/${store.id}`);
  expect(await tryKey(apiKey)).toEqual(UNKNOWN);
});

test('what an operator disables in the database stops within a second, even without a notification', async () => {
  const store = await newStore(alice);
  expect(await tryKey(store.apiKey)).toEqual(ACCEPTED);
  await app.platform.db.query.updateTable('stores').set({ status: 'Inactive' }).where('id', '=', store.id).execute();
  await sleep(1_050);
  expect(await tryKey(store.apiKey)).toEqual([403, 'store_inactive']);
});

test('a disabled owner has no working key', async () => {
  const bob = await newMerchant(app, 'bob_disabled');
  const store = await newStore(bob);
  await app.platform.db.query.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', bob.userId).execute();
  expect(await tryKey(store.apiKey)).toEqual([403, 'store_inactive']);
});

test('cached keys are less than a second old', async () => {
  const store = await newStore(alice);
  let now = 0;
  const other = createStoreAccess({ ...app.platform, now: () => now });
  await other.authenticate(store.apiKey, CALL);
  await app.platform.db.query
    .updateTable('stores')
    .set({ api_key_fingerprint: Buffer.alloc(32) })
    .where('id', '=', store.id)
    .execute();
  now = 999;
  await other.authenticate(store.apiKey, CALL);
  now = 1_000;
  await expect(other.authenticate(store.apiKey, CALL)).rejects.toMatchObject({ code: 'invalid_api_key' });
});

test('a replaced key is announced to the other processes', async () => {
  const store = await newStore(alice);
  const heard = new Promise((resolve) => app.platform.notifications.subscribe('store-keys', resolve));
  await alice.post(`/store/${store.id}/refresh-api-key`);
  await heard;
});
