import type { InboxTransfer } from '@stablegate/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { startTestChain, type TestChain } from '../../../test/parts/chain';
import { addWallet, callApi, evmAddress, type Merchant, newMerchant, newStore } from '../../../test/stores';
import { asStoreId, type StoreId } from '../../platform/id-types';

let app: TestApp;
let chain: TestChain;
let merchant: Merchant;
let storeId: StoreId;
let api: ReturnType<typeof callApi>;
const TO = evmAddress(0x7001);
const PLATFORM = evmAddress(0x7002);
const BEP20_UNIT = 10n ** 12n;

beforeAll(async () => {
  chain = await startTestChain();
  app = await startTestApp({ networks: [chain.settings('BEP20')], roles: ['watcher'] });
  merchant = await newMerchant(app, 'inbox_owner');
  const store = await newStore(merchant, 'Inbox house');
  storeId = store.id;
  await addWallet(merchant, storeId, 'BEP20', TO);
  api = callApi(app, store.apiKey);
});

const invoice = async (amount: string, name: string): Promise<string> =>
  (await api.post('/payment/invoice', { name, amount, request_id: `r-${name}` })).json().data.trans_id;
const list = async (who: Merchant, query: string) =>
  (await who.get(`/transfers?${query}`)).json<{ content: InboxTransfer[]; totalElements: number }>();

/** Pays, and waits until the transfer is final in the inbox. */
async function pay(who: Merchant, to: string, micros: bigint, state = 'unmatched'): Promise<InboxTransfer> {
  const { txHash } = await chain.pay('BEP20', to, micros * BEP20_UNIT);
  return vi.waitFor(
    async () => {
      await chain.mine();
      const found = (await list(who, `state=${state}&size=50`)).content.find((each) => each.txHash === txHash);
      if (found?.finalAt == null) throw new Error('not final yet');
      return found;
    },
    { timeout: 15_000, interval: 60 },
  );
}

test('an unmatched transfer suggests likely invoices, nearest first, and one click assigns it', async () => {
  // Two larger ones: it could be a part of either, so nothing is matched automatically.
  const [near, far, further] = [await invoice('100', 'near'), await invoice('120', 'far'), await invoice('130', 'further')];
  await invoice('9000', 'unlikely');
  const transfer = await pay(merchant, TO, 101_000_000n);
  expect(transfer).toMatchObject({ state: 'unmatched', amount: '101.000000', storeNames: ['Inbox house'], canUnassign: false });
  expect(transfer.candidates.map(({ transId }) => transId)).toEqual([near, far, further]);
  expect(transfer.candidates[0]).toMatchObject({ name: 'near', amount: '100.000000', due: '100.500000', status: 'WAITING', flags: [] });

  const assigned = await merchant.post(`/transfers/${transfer.id}/assign`, { transId: near });
  expect([assigned.statusCode, assigned.json()]).toMatchObject([
    200,
    { state: 'matched', transId: near, canUnassign: false, candidates: [] },
  ]);
  const { status, flags } = (await merchant.get(`/invoice/${near}`)).json();
  expect({ status, flags }).toEqual({ status: 'SUCCESS', flags: ['paidOver', 'resolvedByHand'] });
  expect((await merchant.post(`/transfers/${transfer.id}/assign`, { transId: far })).json()).toMatchObject({ code: 'transfer_taken' });
  expect((await merchant.post(`/transfers/${transfer.id}/unassign`)).json()).toMatchObject({ code: 'invoice_already_paid' });
});

test('dismissed with a reason, restored, assigned as a part, unassigned, accepted as paid', async () => {
  const transId = await invoice('500', 'parts');
  const { id, candidates } = await pay(merchant, TO, 40_000_000n);
  expect(candidates.map((each) => each.transId)).toContain(transId); // far away, but nothing is nearer
  expect((await merchant.post(`/transfers/${id}/dismiss`, { reason: '  ' })).statusCode).toBe(422);
  expect((await merchant.post(`/transfers/${id}/dismiss`, { reason: 'a gift' })).json()).toMatchObject({
    state: 'ignored',
    reason: 'a gift',
  });
  expect((await merchant.post(`/transfers/${id}/assign`, { transId })).statusCode).toBe(409);
  const restored = (await merchant.post(`/transfers/${id}/restore`)).json<InboxTransfer>();
  expect(restored).toMatchObject({ state: 'unmatched' });
  expect(restored.reason).toBeUndefined();
  expect((await merchant.post(`/transfers/${id}/restore`)).statusCode).toBe(409);

  expect((await merchant.post(`/transfers/${id}/assign`, { transId })).json()).toMatchObject({ canUnassign: true, transId });
  expect((await merchant.post(`/transfers/${id}/unassign`)).json()).toMatchObject({ state: 'unmatched' });
  await merchant.post(`/transfers/${id}/assign`, { transId, acceptPartial: true });
  expect((await merchant.get(`/invoice/${transId}`)).json()).toMatchObject({ status: 'SUCCESS', flags: ['paidPartial', 'resolvedByHand'] });
});

test('a suggested invoice says that it was cancelled', async () => {
  const [transId] = [await invoice('810', 'called off'), await invoice('840', 'beside it')];
  expect((await merchant.post(`/invoice/${transId}/cancel`)).statusCode).toBe(200);
  const { candidates } = await pay(merchant, TO, 812_000_000n);
  expect(candidates.find((each) => each.transId === transId)).toMatchObject({ status: 'EXPIRED', flags: ['cancelled'] });
});

test('a surplus assigned to a paid invoice makes it overpaid', async () => {
  const transId = await invoice('70', 'twice');
  await pay(merchant, TO, 70_350_000n, 'matched');
  const { id } = await pay(merchant, TO, 3_000_000n);
  expect((await merchant.post(`/transfers/${id}/assign`, { transId })).statusCode).toBe(200);
  expect((await merchant.get(`/invoice/${transId}`)).json()).toMatchObject({ status: 'SUCCESS', flags: ['paidOver'], paid: '73.350000' });
});

test('filters by state and store; the total counts; users see only their own', async () => {
  const { content, totalElements } = await list(merchant, `storeId=${storeId}&state=matched`);
  expect(totalElements).toBe(content.length);
  expect(content.every(({ state }) => state === 'matched')).toBe(true);
  const stranger = await newMerchant(app, 'inbox_stranger');
  const emptyStore = await newStore(stranger);
  expect(await list(stranger, '')).toEqual({ content: [], totalElements: 0 });
  expect(await list(stranger, `storeId=${emptyStore.id}`)).toEqual({ content: [], totalElements: 0 });
  expect((await stranger.get(`/transfers?storeId=${storeId}`)).statusCode).toBe(404);
  expect((await stranger.get('/transfers?state=lost')).statusCode).toBe(422);
  expect((await stranger.get('/transfers?page=1000&size=10')).json()).toMatchObject({ code: 'page_too_far' });
  const [{ id = '' } = {}] = content;
  for (const [action, body] of [['assign', { transId: 'x' }], ['unassign'], ['dismiss', { reason: 'x' }], ['restore']] as const) {
    expect((await stranger.post(`/transfers/${id}/${action}`, body)).statusCode, action).toBe(404);
  }
});

test("the platform's own transfers are in the admins' inbox, and their decisions are audited", async () => {
  const { services, platform } = app;
  const store = await services.stores.create(null, { name: 'Platform' });
  await services.stores.addWallet(null, { storeId: asStoreId(store.id), network: 'BEP20', address: PLATFORM });
  const admin = await newMerchant(app, 'inbox_admin');
  await platform.db.query.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', admin.userId).execute();
  const transfer = await pay(admin, PLATFORM, 12_000_000n);
  expect((await list(merchant, 'size=100')).content.map(({ id }) => id)).not.toContain(transfer.id);
  expect((await merchant.post(`/transfers/${transfer.id}/dismiss`, { reason: 'mine' })).statusCode).toBe(404);
  expect((await list(admin, `storeId=${store.id}`)).totalElements).toBe(1);
  expect((await admin.post(`/transfers/${transfer.id}/dismiss`, { reason: 'nobody knows' })).statusCode).toBe(200);
  const audited = await platform.db.query.selectFrom('audit_log').select(['actor', 'action', 'subject']).execute();
  expect(audited).toContainEqual({ actor: admin.userId, action: 'transfer.dismissed', subject: transfer.id });
});
