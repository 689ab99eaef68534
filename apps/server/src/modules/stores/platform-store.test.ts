import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { evmAddress, NETWORK_ENV, newMerchant, newStore } from '../../../test/stores';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
});

test("the platform's own store takes payments without a fee, and its addresses are nobody else's", async () => {
  const { stores, invoices } = app.services;
  const store = await stores.create(null, { name: 'Top-up', invoiceExpiryMinutes: 60 });
  await stores.addWallet(null, { storeId: store.id, network: 'BEP20', address: evmAddress(1) });
  const made = await invoices.create(await stores.getOwnStore(null, store.id), { name: 'Top-up', amount: '50', request_id: 'dep_1' });
  expect(made).toMatchObject({ created: true, amountMicros: 50_000_000n, payableMicros: 50_000_000n });
  const alice = await newMerchant(app, 'alice_1');
  const mine = await newStore(alice);
  const refused = await alice.post('/wallet', { storeId: mine.id, network: 'ERC20', address: evmAddress(1) });
  expect(refused.json().code).toBe('address_in_use');
  expect((await alice.get(`/store/${store.id}`)).statusCode).toBe(404);
  expect((await alice.get(`/invoice/${made.transId}`)).statusCode).toBe(404);
  await expect(stores.getOwnStore(alice.userId, store.id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(stores.getOwnStore(null, mine.id)).rejects.toMatchObject({ code: 'not_found' });
});
