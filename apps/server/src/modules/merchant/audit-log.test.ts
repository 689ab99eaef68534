import type { AuditEntryView, OwnAuditEntry } from '@stablegate/contract';
import { beforeAll, expect, test } from 'vitest';
import { newAdmin } from '../../../test/admins';
import { startTestApp, type TestApp } from '../../../test/app';
import { addWallet, evmAddress, type Merchant, NETWORK_ENV, newMerchant, newStore } from '../../../test/stores';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
});

const logOf = async (merchant: Merchant, query = '') =>
  (await merchant.get(`/audit-log${query}`)).json<{ content: OwnAuditEntry[]; totalElements: number }>();

test('owners read, filter and export their own entries alone', async () => {
  const [alice, bob] = [await newMerchant(app, 'log_alice'), await newMerchant(app, 'log_bob')];
  const store = await newStore(alice, 'Tea, "green"');
  await addWallet(alice, store.id, 'BEP20', evmAddress(1));
  await alice.post(`/store/${store.id}/refresh-callback-secret`);
  const { content, totalElements } = await logOf(alice);
  expect(totalElements).toBe(3);
  expect(content.map(({ action }) => action)).toEqual(['callback-secret.renewed', 'wallet.added', 'store.created']);
  expect(content[1]).toMatchObject({ actor: 'log_alice', ip: '127.0.0.1', detail: { network: 'BEP20' }, before: {} });
  expect((await logOf(bob)).totalElements).toBe(0);

  expect((await logOf(alice, '?action=wallet')).totalElements).toBe(1);
  expect((await logOf(alice, '?text=BEP20')).totalElements).toBe(1);
  expect((await logOf(alice, '?to=2020-01-01')).totalElements).toBe(0);
  expect((await logOf(alice, '?size=1&page=1')).content.map(({ action }) => action)).toEqual(['wallet.added']);
  const file = await alice.get('/audit-log/export?format=csv&action=wallet');
  expect(file.headers['content-type']).toContain('text/csv');
  expect(file.body).toContain('A receiving address was added');
  expect(file.body).toContain('Tea, ""green""');
});

test('settings are listed as they were and as they became; what changed nothing is not listed', async () => {
  const owner = await newMerchant(app, 'log_settings');
  const store = await newStore(owner, 'Tea');
  const path = `/store/${store.id}`;
  await owner.put(path, { name: 'Tea house', note: 'Two tills', invoiceExpiryMinutes: 60 });
  await owner.put(path, { name: 'Tea house', note: 'Two tills' });
  const [renamed, ...others] = (await logOf(owner, '?action=store')).content;
  expect(others.map(({ action }) => action)).toEqual(['store.created']);
  expect(renamed).toMatchObject({
    detail: { store: 'Tea house' },
    before: { name: 'Tea', expiryMinutes: '15' },
    after: { name: 'Tea house', note: 'Two tills', expiryMinutes: '60' },
  });

  const link = { name: 'Green tea', description: null, amount: '10', stock: 3, endsAt: null, successMessage: null };
  const questions = [{ label: 'Size', required: true }];
  const made = await owner.post('/payment-links', { ...link, questions, storeId: store.id });
  expect(made.statusCode, made.body).toBe(201);
  const { id } = made.json();
  const cheaper = { ...link, questions, amount: '0.01', enabled: false };
  for (const _ of [1, 2]) expect((await owner.put(`/payment-links/${id}`, cheaper)).statusCode).toBe(200);
  await owner.put(`/payment-links/${id}`, { ...cheaper, stock: 4 });
  await owner.delete(`/payment-links/${id}`);
  const detail = { store: 'Tea house', link: 'Green tea' };
  expect((await logOf(owner, '?action=payment-link')).content).toMatchObject([
    { action: 'payment-link.deleted', detail, before: {}, after: {} },
    { action: 'payment-link.changed', detail, before: { stock: '3' }, after: { stock: '4' } },
    { action: 'payment-link.repriced', detail, before: { price: '10.0000', enabled: 'on' }, after: { price: '0.0100', enabled: 'off' } },
    { action: 'payment-link.created', detail, before: {}, after: { price: '10.0000', stock: '3', questions: 'Size *', enabled: 'on' } },
  ]);

  await owner.put(`/user/${owner.userId}/notifications`, { lowBalance: false });
  await owner.put(`/user/${owner.userId}/notifications`, { lowBalance: false });
  expect((await logOf(owner, '?action=notifications')).content).toMatchObject([
    { before: { lowBalance: 'on' }, after: { lowBalance: 'off' } },
  ]);
});

test('amounts are decimals with their unit, also where they were written in micro-units', async () => {
  const { insertAudit } = await import('../../platform/audit');
  const admin = await newAdmin(app, 'log_money');
  const entry = { actor: admin.userId, action: 'bank-transfer.assign', userId: admin.userId } as const;
  for (const [subject, amount] of [
    ['bt_then', '820000000'],
    ['bt_now', '7.500000'],
  ] as const)
    await app.platform.db.transaction((tx) => insertAudit(tx, { ...entry, subject, detail: { amount, amountVnd: '2000000' } }));
  const { entries } = (await admin.get('/admin/audit-log?username=log_money')).json<{ data: { entries: AuditEntryView[] } }>().data;
  expect(entries.map(({ detail }) => detail.amount)).toEqual(['7.500000', '820.000000']);
  expect((await admin.get('/admin/audit-log/export?format=csv&username=log_money')).body).toContain('820.000000\u00a0USDT');
});

test('admins read the entries of everyone, with the account; an operator stays unnamed for the owner', async () => {
  const merchant = await newMerchant(app, 'log_carol');
  await app.platform.db.transaction(async (tx) => {
    const { insertAudit } = await import('../../platform/audit');
    const entry = { actor: 'operator:dave', action: 'operator.grant', subject: merchant.userId, userId: merchant.userId } as const;
    await insertAudit(tx, { ...entry, detail: { reason: 'internal' } });
  });
  expect((await logOf(merchant)).content).toMatchObject([{ actor: 'Stablegate', action: 'operator.grant', detail: {} }]);
  const admin = await newAdmin(app, 'log_admin');
  const { entries } = (await admin.get('/admin/audit-log?username=log_carol')).json<{ data: { entries: AuditEntryView[] } }>().data;
  expect(entries).toMatchObject([{ actor: 'operator:dave', account: 'log_carol', detail: { reason: 'internal' } }]);
  const file = await admin.get('/admin/audit-log/export?format=csv&text=internal');
  expect(file.body).toContain('Người thực hiện');
  expect(file.body).toContain('operator:dave');
  expect(file.body).not.toContain('log_alice');
});
