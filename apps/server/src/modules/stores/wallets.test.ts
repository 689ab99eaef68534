import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { addWallet, evmAddress, type Merchant, newMerchant, newStore, SOLANA_ADDRESS, TRON_ADDRESS } from '../../../test/stores';

let app: TestApp;
let alice: Merchant;
let mallory: Merchant;

beforeAll(async () => {
  app = await startTestApp();
  alice = await newMerchant(app, 'alice_1');
  mallory = await newMerchant(app, 'mallory_1');
});

const watchers = (key: string) =>
  app.platform.db.query.selectFrom('watched_addresses').select(['reason', 'ref']).where('address_key', '=', key).execute();

test('a store takes one address per network, of that network', async () => {
  const store = await newStore(alice);
  expect((await alice.get('/store')).json()[0]).toMatchObject({ id: store.id, hasAddress: false });
  await addWallet(alice, store.id, 'TRON', TRON_ADDRESS);
  expect((await alice.get('/store')).json()[0].hasAddress).toBe(true);
  await addWallet(alice, store.id, 'SOLANA', SOLANA_ADDRESS);
  const wallet = await addWallet(alice, store.id, 'BEP20', evmAddress(16));
  await addWallet(alice, store.id, 'ERC20', evmAddress(16));
  expect(wallet.address.toLowerCase()).toBe(evmAddress(16));
  expect((await alice.get(`/store/${store.id}`)).json().wallets).toHaveLength(4);
  const again = await alice.post('/wallet', { storeId: store.id, network: 'BEP20', address: evmAddress(17) });
  expect([again.statusCode, again.json().code]).toEqual([409, 'network_taken']);
});

test.each([
  ['BEP20', TRON_ADDRESS],
  ['BEP20', '0x52908400098527886E0F7030069857D2E4169Ee7'], // one letter's case is wrong
  ['ERC20', '0x1234'],
  ['TRON', TRON_ADDRESS.replace('TB8', 'TB9')],
  ['TRON', evmAddress(18)],
  ['SOLANA', 'not base58 0OIl'],
  ['SOLANA', TRON_ADDRESS],
])('%s does not take %s', async (network, address) => {
  const store = await newStore(alice);
  const answer = await alice.post('/wallet', { storeId: store.id, network, address });
  expect([answer.statusCode, answer.json().code, answer.json().errors[0].path]).toEqual([422, 'invalid_address', 'address']);
});

test.each([{ network: 'BTC' }, { network: 'tron' }, { address: '' }, { address: 5 }])('%j is 422', async (change) => {
  const store = await newStore(alice);
  const answer = await alice.post('/wallet', { storeId: store.id, network: 'TRON', address: TRON_ADDRESS, ...change });
  expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, Object.keys(change)[0]]);
});

test("another user's address is taken on all EVM networks and in any spelling, for POST and PUT", async () => {
  const [mine, theirs] = [await newStore(alice), await newStore(mallory)];
  await addWallet(alice, mine.id, 'BEP20', evmAddress(0xabcdef));
  const upper = `0x${evmAddress(0xabcdef).slice(2).toUpperCase()}`;
  for (const network of ['BEP20', 'ERC20', 'POLYGON']) {
    const answer = await mallory.post('/wallet', { storeId: theirs.id, network, address: upper });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'address_in_use']);
  }
  const wallet = await addWallet(mallory, theirs.id, 'ERC20', evmAddress(33));
  const moved = await mallory.put(`/wallet/${wallet.id}`, { address: upper });
  expect([moved.statusCode, moved.json().code]).toEqual([409, 'address_in_use']);
  await addWallet(alice, (await newStore(alice)).id, 'POLYGON', upper); // the owner may use it in several stores
});

test("the platform's own addresses get the same refusal", async () => {
  const owner = { family: 'evm', address_key: evmAddress(40), user_id: null };
  await app.platform.db.query.insertInto('address_owners').values(owner).execute();
  const answer = await alice.post('/wallet', { storeId: (await newStore(alice)).id, network: 'BEP20', address: evmAddress(40) });
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'address_in_use']);
});

test('an address is free again when the last wallet releases it', async () => {
  const [first, second] = [await newStore(alice), await newStore(alice)];
  const wallet = await addWallet(alice, first.id, 'BEP20', evmAddress(50));
  const other = await addWallet(alice, second.id, 'ERC20', evmAddress(50));
  expect((await alice.put(`/wallet/${wallet.id}`, { address: evmAddress(51) })).json()).toMatchObject({ id: wallet.id, network: 'BEP20' });
  const theirs = await newStore(mallory);
  const refused = await mallory.post('/wallet', { storeId: theirs.id, network: 'BEP20', address: evmAddress(50) });
  expect(refused.json().code).toBe('address_in_use');
  expect((await alice.delete(`/wallet/${other.id}`)).statusCode).toBe(204);
  expect((await alice.delete(`/wallet/${other.id}`)).statusCode).toBe(404);
  expect(await watchers(evmAddress(50))).toEqual([]);
  expect(await watchers(evmAddress(51))).toEqual([{ reason: 'wallet', ref: wallet.id }]);
  await addWallet(mallory, theirs.id, 'BEP20', evmAddress(50));
});

test('repeating an address changes nothing, and concurrent requests create one wallet', async () => {
  const store = await newStore(alice);
  const add = () => alice.post('/wallet', { storeId: store.id, network: 'BEP20', address: evmAddress(60) });
  const statuses = (await Promise.all(Array.from({ length: 8 }, add))).map(({ statusCode }) => statusCode).sort();
  expect(statuses).toEqual([201, ...Array<number>(7).fill(409)]);
  const [wallet] = (await alice.get(`/store/${store.id}`)).json().wallets;
  expect((await alice.put(`/wallet/${wallet.id}`, { address: evmAddress(60) })).statusCode).toBe(200);
  expect(await watchers(evmAddress(60))).toEqual([{ reason: 'wallet', ref: wallet.id }]);
});

test('of two users who concurrently request one address, one gets it', async () => {
  const [mine, theirs] = [await newStore(alice), await newStore(mallory)];
  const answers = await Promise.all([
    alice.post('/wallet', { storeId: mine.id, network: 'BEP20', address: evmAddress(70) }),
    mallory.post('/wallet', { storeId: theirs.id, network: 'POLYGON', address: evmAddress(70) }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
});
