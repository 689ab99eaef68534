import type { OwnAuditEntry, StoreDetails, Wallet } from '@stablegate/contract';
import { HOUR_MS } from '@stablegate/rules';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { mailAbout, markWeek, notMe, reportTheft } from '../../../../test/sign-ins';
import {
  addWallet,
  callApi,
  evmAddress,
  type Merchant,
  NETWORK_ENV,
  newMerchant,
  newStore,
  type OwnStore,
  SOLANA_ADDRESS,
  TRON_ADDRESS,
} from '../../../../test/stores';
import { manualClock } from '../../../platform/clock';

// The audit log has the database's time.
const now = () => new Date().toISOString();
const clock = manualClock(now());
const business = manualClock(now()); // orders stay open while a week passes for the mails
let app: TestApp;
let orders = 0;
beforeAll(async () => {
  const env = { ...NETWORK_ENV, ADDRESS_LOCK_HOURS: '0' };
  app = await startTestApp({ roles: ['worker'], env, clocks: { business, real: clock } });
});
beforeEach(() => clock.set(now()));

const [OWN, THIEFS] = [0x7000, 0x7f00];
const lower = (text: string) => text.toLowerCase();
async function addressesOf(owner: Merchant, store: OwnStore): Promise<Record<string, string>> {
  const { wallets } = (await owner.get(`/store/${store.id}`)).json<StoreDetails>();
  return Object.fromEntries(wallets.map(({ network, address }) => [network, network === 'TRON' ? address : lower(address)]));
}
async function move(owner: Merchant, { id }: Wallet, address: string): Promise<Wallet> {
  const answer = await owner.put(`/wallet/${id}`, { address });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
async function order(store: OwnStore): Promise<{ trans_id: string; addresses: Record<string, string> }> {
  orders += 1;
  const answer = await callApi(app, store.apiKey).post('/payment/invoice', { name: 'Tea', amount: '5', request_id: `t${orders}` });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data;
}
const stateOf = async (owner: Merchant, { trans_id }: { trans_id: string }) => {
  const { status, flags } = (await owner.get(`/invoice/${trans_id}`)).json();
  return [status, ...flags];
};

test('a report puts back the address that stood before a thief changed it, and cancels the unpaid invoices that show theirs', async () => {
  const owner = await newMerchant(app, 'moved_1');
  const [store, other] = [await newStore(owner), await newStore(owner, 'Other')];
  const wallet = await addWallet(owner, store.id, 'BEP20', evmAddress(OWN));
  await addWallet(owner, other.id, 'BEP20', evmAddress(OWN + 1));
  const theirs = markWeek(clock);
  const untouched = [await order(store), await order(other)];
  for (const thiefs of [THIEFS, THIEFS + 1]) await move(owner, wallet, evmAddress(thiefs));
  const robbed = await order(store);
  expect(await addressesOf(owner, store)).toEqual({ BEP20: evmAddress(THIEFS + 1) });
  theirs();
  await reportTheft(app, owner, 'moved_1', /^A receiving address was changed$/);

  expect(await addressesOf(owner, store)).toEqual({ BEP20: evmAddress(OWN) });
  expect(await stateOf(owner, robbed)).toEqual(['EXPIRED', 'cancelled']);
  for (const invoice of untouched) expect(await stateOf(owner, invoice)).toEqual(['WAITING']);
  expect(lower((await order(store)).addresses.BEP20 ?? '')).toBe(evmAddress(OWN));
  const { content } = (await owner.get('/audit-log?action=wallet')).json<{ content: OwnAuditEntry[] }>();
  expect(content[0]).toMatchObject({ action: 'wallet.changed', detail: { merchantId: store.merchantId, network: 'BEP20' } });
  expect((await mailAbout(app, owner.email, /^Everyone was signed out/)).text).toContain('Receiving addresses are as they were');
});

test('a network that had no address is off again, and one that was removed is back', async () => {
  const owner = await newMerchant(app, 'moved_2');
  const store = await newStore(owner);
  const tron = await addWallet(owner, store.id, 'TRON', TRON_ADDRESS);
  const theirs = markWeek(clock);
  expect((await owner.delete(`/wallet/${tron.id}`)).statusCode).toBe(204);
  await addWallet(owner, store.id, 'SOLANA', SOLANA_ADDRESS);
  const bep20 = await addWallet(owner, store.id, 'BEP20', evmAddress(THIEFS + 10));
  await move(owner, bep20, evmAddress(THIEFS + 11));
  theirs();
  await reportTheft(app, owner, 'moved_2', /^A receiving address was changed$/);
  expect(await addressesOf(owner, store)).toEqual({ TRON: TRON_ADDRESS });
});

test('an address that somebody else has registered since is not taken from them: its network is off', async () => {
  const [owner, thief] = [await newMerchant(app, 'moved_3'), await newMerchant(app, 'mover_3')];
  const store = await newStore(owner);
  const wallet = await addWallet(owner, store.id, 'BEP20', evmAddress(OWN + 20));
  const theirs = markWeek(clock);
  await move(owner, wallet, evmAddress(THIEFS + 20));
  await addWallet(thief, (await newStore(thief)).id, 'BEP20', evmAddress(OWN + 20));
  theirs();
  await reportTheft(app, owner, 'moved_3', /^A receiving address was changed$/);
  expect(await addressesOf(owner, store)).toEqual({});
});

test('an address whose wait is over is put back too, also when no worker has moved it yet', async () => {
  const owner = await newMerchant(app, 'moved_4');
  const store = await newStore(owner);
  const wallet = await addWallet(owner, store.id, 'BEP20', evmAddress(OWN + 30));
  await owner.put(`/user/${owner.userId}/security`, { addressLockHours: 24 });
  const theirs = markWeek(clock);
  expect((await move(owner, wallet, evmAddress(THIEFS + 30))).pendingAt).not.toBeNull();
  business.advance(24 * HOUR_MS);
  const robbed = await order(store);
  expect(await addressesOf(owner, store)).toEqual({ BEP20: evmAddress(THIEFS + 30) });
  theirs();
  await reportTheft(app, owner, 'moved_4', /^A receiving address is about to change$/);
  expect(await addressesOf(owner, store)).toEqual({ BEP20: evmAddress(OWN + 30) });
  expect(await stateOf(owner, robbed)).toEqual(['EXPIRED', 'cancelled']);
});

test('a second report leaves the addresses that the owner has chosen since the first', async () => {
  const owner = await newMerchant(app, 'moved_5');
  const store = await newStore(owner);
  const wallet = await addWallet(owner, store.id, 'BEP20', evmAddress(OWN + 40));
  const theirs = markWeek(clock);
  await move(owner, wallet, evmAddress(THIEFS + 40));
  theirs();
  await reportTheft(app, owner, 'moved_5', /^A receiving address was changed$/);
  await notMe(app, owner, /^Everyone was signed out/);
  const { wallets } = await app.services.stores.get(owner.userId, store.id);
  expect(wallets.map(({ address }) => lower(address))).toEqual([evmAddress(OWN + 40)]);
});
