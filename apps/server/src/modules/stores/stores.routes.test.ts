import type { StoreDetails } from '@stablegate/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { addWallet, atOnce, evmAddress, type Merchant, newMerchant, newStore } from '../../../test/stores';

let app: TestApp;
let alice: Merchant;
let mallory: Merchant;

beforeAll(async () => {
  app = await startTestApp();
  alice = await newMerchant(app, 'alice_1');
  mallory = await newMerchant(app, 'mallory_1');
});

test('a new store has a key, a merchant id and fifteen minutes; the secrets are sealed in the database', async () => {
  const store = await newStore(alice, '  Tea house  ');
  expect(store).toMatchObject({ name: 'Tea house', status: 'Active', note: null, invoiceExpiryMinutes: 15 });
  expect(store.apiKey).toMatch(/^sk_[A-Za-z0-9]{32}$/);
  const details = (await alice.get(`/store/${store.id}`)).json<StoreDetails>();
  expect(details.wallets).toEqual([]);
  expect(details.store).toEqual({ ...store, callbackSecret: details.store.callbackSecret, allowedIps: [] });
  const [, secret = ''] = details.store.callbackSecret.split('whsec_');
  expect(Buffer.from(secret, 'base64')).toHaveLength(32);
  const row = await app.platform.db.query.selectFrom('stores').selectAll().where('id', '=', store.id).executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(store.apiKey.slice(3));
  expect(row.api_key_sealed?.toString('latin1')).not.toContain(store.apiKey.slice(3));
});

test("the list contains one's own stores, newest first", async () => {
  const first = await newStore(mallory, 'First');
  const second = await newStore(mallory, 'Second', { invoiceExpiryMinutes: 45 });
  expect((await mallory.get('/store')).json()).toEqual([second, first]);
});

test.each([
  [{}, 'name'],
  [{ name: '   ' }, 'name'],
  [{ name: 'x'.repeat(256) }, 'name'],
  [{ name: 'a\0b' }, 'name'],
  [{ name: 'ok', invoiceExpiryMinutes: 11 }, 'invoiceExpiryMinutes'],
  [{ name: 'ok', invoiceExpiryMinutes: '15' }, 'invoiceExpiryMinutes'],
])('%j is refused and %s named', async (body, path) => {
  const answer = await alice.post('/store', body);
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors[0].path).toBe(path);
});

test('name, note and expiry can be changed; omitted fields stay unchanged', async () => {
  const store = await newStore(alice);
  const changed = await alice.put(`/store/${store.id}`, { name: 'Coffee', note: 'corner', invoiceExpiryMinutes: 60 });
  expect(changed.json()).toEqual({ ...store, name: 'Coffee', note: 'corner', invoiceExpiryMinutes: 60 });
  expect((await alice.put(`/store/${store.id}`, { name: 'Cocoa' })).json()).toMatchObject({ note: 'corner', invoiceExpiryMinutes: 60 });
  expect((await alice.put(`/store/${store.id}`, { name: 'Cocoa', note: null })).json()).toMatchObject({ note: null });
});

test("another user's store or wallet cannot be reached", async () => {
  const store = await newStore(alice);
  const wallet = await addWallet(alice, store.id, 'BEP20', evmAddress(1));
  const attempts = [
    mallory.get(`/store/${store.id}`),
    mallory.put(`/store/${store.id}`, { name: 'Mine' }),
    mallory.delete(`/store/${store.id}`),
    mallory.post(`/store/${store.id}/refresh-api-key`),
    mallory.post(`/store/${store.id}/refresh-callback-secret`),
    mallory.post('/wallet', { storeId: store.id, network: 'ERC20', address: evmAddress(2) }),
    mallory.put(`/wallet/${wallet.id}`, { address: evmAddress(2) }),
    mallory.delete(`/wallet/${wallet.id}`),
  ];
  for (const answer of await Promise.all(attempts)) expect(answer.statusCode).toBe(404);
  expect((await alice.get(`/store/${store.id}`)).json().store).toMatchObject({ name: store.name, apiKey: store.apiKey });
});

test('a new callback secret signs beside the old one for 24 hours', async () => {
  const store = await newStore(alice);
  const before = (await alice.get(`/store/${store.id}`)).json<StoreDetails>().store.callbackSecret;
  const { callbackSecret } = (await alice.post(`/store/${store.id}/refresh-callback-secret`)).json();
  expect(callbackSecret).not.toBe(before);
  expect((await app.services.stores.readSigningSecrets(store.id)).secrets).toEqual([callbackSecret, before]);
  const past = new Date(Date.now() - 1000);
  await app.platform.db.query.updateTable('stores').set({ previous_callback_secret_until: past }).where('id', '=', store.id).execute();
  expect((await app.services.stores.readSigningSecrets(store.id)).secrets).toEqual([callbackSecret]);
});

test('a deleted store is gone everywhere, and its addresses are free', async () => {
  const store = await newStore(alice);
  await addWallet(alice, store.id, 'POLYGON', evmAddress(3));
  expect((await alice.delete(`/store/${store.id}`)).statusCode).toBe(204);
  expect((await alice.delete(`/store/${store.id}`)).statusCode).toBe(404);
  expect((await alice.get(`/store/${store.id}`)).statusCode).toBe(404);
  expect((await alice.get('/store')).json<{ id: string }[]>().map(({ id }) => id)).not.toContain(store.id);
  const other = await newStore(mallory);
  await addWallet(mallory, other.id, 'ERC20', evmAddress(3));
});

test('an account has at most 200 stores, even when they are requested concurrently; deleted ones do not count', async () => {
  const owner = await newMerchant(app, 'many_stores');
  const first = await newStore(owner);
  await sql`
    insert into stores (id, user_id, name, merchant_id, invoice_expiry_minutes, api_key_sealed, api_key_fingerprint, callback_secret_sealed, created_at)
    select 'sto_many' || n, user_id, name, 'MANY' || n, invoice_expiry_minutes, api_key_sealed, sha256(('many' || n)::bytea), callback_secret_sealed, created_at
      from stores, generate_series(2, 198) n where id = ${first.id}`.execute(app.platform.db.query);
  const answers = await atOnce(8, () => owner.post('/store', { name: 'One more' }));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2);
  const codes = answers.filter(({ statusCode }) => statusCode !== 201).map((answer) => answer.json().code);
  expect(codes).toEqual(Array.from({ length: 6 }, () => 'too_many_stores'));
  expect((await owner.delete(`/store/${first.id}`)).statusCode).toBe(204);
  expect((await owner.post('/store', { name: 'One more' })).statusCode).toBe(201);
});
