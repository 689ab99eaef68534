import { beforeAll, expect, test } from 'vitest';
import { createTestMailer, startTestApp, type TestApp } from '../../../test/app';
import { evmAddress, type Merchant, NETWORK_ENV, newMerchant, newStore } from '../../../test/stores';
import { createApp } from '../../app';
import { loadConfig } from '../../config';
import { asStoreId } from '../../platform/id-types';
import { createLogger } from '../../platform/log';
import { PLATFORM_STORE_ID } from './platform-store';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
});

test("the platform's own store takes payments without a fee, and its addresses cannot be registered", async () => {
  const { stores, invoices } = app.services;
  const { id } = await stores.create(null, { name: 'Top-up', invoiceExpiryMinutes: 60 });
  const storeId = asStoreId(id);
  await stores.addWallet(null, { storeId, network: 'BEP20', address: evmAddress(1) });
  const made = await invoices.create(await stores.getOwnStore(null, storeId), { name: 'Top-up', amount: '50', request_id: 'dep_1' });
  expect(made).toMatchObject({ created: true, amountMicros: 50_000_000n, payableMicros: 50_000_000n });
  const alice = await newMerchant(app, 'alice_1');
  const mine = await newStore(alice);
  const refused = await alice.post('/wallet', { storeId: mine.id, network: 'ERC20', address: evmAddress(1) });
  expect(refused.json().code).toBe('address_in_use');
  expect((await alice.get(`/store/${storeId}`)).statusCode).toBe(404);
  expect((await alice.get(`/invoice/${made.transId}`)).statusCode).toBe(404);
  await expect(stores.getOwnStore(alice.userId, storeId)).rejects.toMatchObject({ code: 'not_found' });
  await expect(stores.getOwnStore(null, mine.id)).rejects.toMatchObject({ code: 'not_found' });
});

/** Another process on the same database with a different configuration; it starts, and ends immediately. */
async function startBeside(env: Record<string, string>): Promise<void> {
  const config = loadConfig({
    STABLEGATE_MODE: 'sandbox',
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.dataDir,
    LOG_LEVEL: 'silent',
    PORT: '0',
    ...NETWORK_ENV,
    ...env,
  });
  const other = await createApp(config, createLogger('silent'), { mailer: createTestMailer() });
  await other.start([]);
  await other.stop();
}

const offered = async (network: string) => {
  const query = app.platform.db.query.selectFrom('store_wallets').select('address_key').where('network', '=', network);
  return (await query.where('store_id', '=', PLATFORM_STORE_ID).executeTakeFirst())?.address_key;
};
const registered = async (merchant: Merchant, address: string) => {
  const answer = await merchant.post('/wallet', { storeId: (await newStore(merchant)).id, network: 'POLYGON', address });
  return [answer.statusCode, answer.json().code];
};
const isWatched = async (key: string) =>
  (await app.platform.db.query.selectFrom('watched_addresses').select('reason').where('address_key', '=', key).execute()).length > 0;

test("a process without the platform's addresses releases nothing", async () => {
  await startBeside({ PLATFORM_ADDRESS_BEP20: evmAddress(901) });
  await startBeside({});
  expect(await offered('BEP20')).toBe(evmAddress(901));
  expect(await isWatched(evmAddress(901))).toBe(true);
  expect(await registered(await newMerchant(app, 'mallory_1'), evmAddress(901))).toEqual([409, 'address_in_use']);
});

test('another address replaces the old one, which stays claimed and watched, and a process that still names it changes nothing', async () => {
  await startBeside({ PLATFORM_ADDRESS_ERC20: evmAddress(911) });
  await startBeside({ PLATFORM_ADDRESS_ERC20: evmAddress(912) });
  const mallory = await newMerchant(app, 'mallory_2');
  for (const process of [evmAddress(911), evmAddress(912), evmAddress(911)]) {
    await startBeside({ PLATFORM_ADDRESS_ERC20: process });
    expect(await offered('ERC20')).toBe(evmAddress(912));
    expect(await registered(mallory, evmAddress(911))).toEqual([409, 'address_in_use']);
  }
  expect([await isWatched(evmAddress(911)), await isWatched(evmAddress(912))]).toEqual([true, true]);
});

test('two processes that start concurrently with different addresses agree on one, and both addresses stay the platform’s', async () => {
  const [one, two] = [evmAddress(921), evmAddress(922)];
  await Promise.all([startBeside({ PLATFORM_ADDRESS_POLYGON: one }), startBeside({ PLATFORM_ADDRESS_POLYGON: two })]);
  const chosen = await offered('POLYGON');
  expect([one, two]).toContain(chosen);
  await startBeside({ PLATFORM_ADDRESS_POLYGON: one });
  await startBeside({ PLATFORM_ADDRESS_POLYGON: two });
  expect(await offered('POLYGON')).toBe(chosen);
  const mallory = await newMerchant(app, 'mallory_3');
  for (const address of [one, two]) expect(await registered(mallory, address)).toEqual([409, 'address_in_use']);
});

test('only the operator’s command releases the claim, or restores a retired address', async () => {
  await startBeside({ PLATFORM_ADDRESS_BEP20: evmAddress(931) });
  await startBeside({ PLATFORM_ADDRESS_BEP20: evmAddress(932) });
  const { stores } = app.services;
  await stores.usePlatformAddress({ actor: 'ops', network: 'BEP20', address: evmAddress(931) });
  expect(await offered('BEP20')).toBe(evmAddress(931));
  await startBeside({ PLATFORM_ADDRESS_BEP20: evmAddress(932) });
  expect(await offered('BEP20')).toBe(evmAddress(931));
  const released = await stores.releaseSquattedAddress({ actor: 'ops', network: 'BEP20', address: evmAddress(931) });
  expect(released).toEqual({ wallets: 1, isFree: true });
  expect(await isWatched(evmAddress(931))).toBe(false);
  await startBeside({});
  expect(await offered('BEP20')).toBeUndefined();
  expect(await registered(await newMerchant(app, 'alice_2'), evmAddress(931))).toEqual([201, undefined]);
  await expect(stores.usePlatformAddress({ actor: 'ops', network: 'BEP20', address: evmAddress(931) })).rejects.toMatchObject({
    code: 'address_in_use',
  });
});
