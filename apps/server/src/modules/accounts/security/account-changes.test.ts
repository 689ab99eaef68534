import { ACCOUNT_CHANGES, type AccountChange, type NewApiKey } from '@stablegate/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { PASSWORD, tokenIn, waitForMail } from '../../../../test/accounts';
import { startTestApp, type TestApp } from '../../../../test/app';
import { enableTwoFactor, mailAbout } from '../../../../test/sign-ins';
import { addWallet, evmAddress, type Merchant, NETWORK_ENV, newMerchant, newStore } from '../../../../test/stores';

const NEW_PASSWORD = 'Green-Teapot-77';
const AGENT = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['worker'], env: NETWORK_ENV });
});

type Row = { action: string; actor: string; subject: string; ip: string; device: string; detail: object; before: object; after: object };
/** Of changes that a thief would make. */
async function entriesOf({ userId }: Merchant): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select action, actor, subject, ip, device, detail, before, after from audit_log where user_id = ${userId} order by id`.execute(
    app.platform.db.query,
  );
  return rows.filter(({ action }) => action in ACCOUNT_CHANGES);
}

/** Exactly these entries since the last call, and a mail about each. */
async function expectRecorded(merchant: Merchant, sent: number, ...actions: AccountChange[]): Promise<Row[]> {
  const entries = (await entriesOf(merchant)).slice(-actions.length);
  expect(entries.map(({ action }) => action)).toEqual(actions);
  for (const action of actions) {
    const { text } = await mailAbout(app, merchant.email, new RegExp(`^${ACCOUNT_CHANGES[action]}$`), sent);
    expect(text).toMatch(/Device: .+\n+.*IP address: 127\.0\.0\.1\n+.*Time: /);
  }
  return entries;
}

test('every change of a store is logged and mailed, with secrets masked', async () => {
  const merchant = await newMerchant(app, 'audited_1');
  const store = await newStore(merchant, 'Tea house');
  let sent = app.mailer.sent.length;
  const wallet = await addWallet(merchant, store.id, 'BEP20', evmAddress(1));
  const [added] = await expectRecorded(merchant, sent, 'wallet.added');
  expect(added).toMatchObject({ actor: merchant.userId, subject: wallet.id, ip: '127.0.0.1', device: 'lightMyRequest' });
  expect(added).toMatchObject({ detail: { store: 'Tea house', network: 'BEP20' }, before: null, after: { address: wallet.address } });

  sent = app.mailer.sent.length;
  await merchant.put(`/wallet/${wallet.id}`, { address: evmAddress(2) });
  const [changed] = await expectRecorded(merchant, sent, 'wallet.changed');
  expect(changed).toMatchObject({ before: { address: wallet.address }, after: { address: expect.stringMatching(/2$/) } });

  await merchant.delete(`/wallet/${wallet.id}`);
  const [removed] = await expectRecorded(merchant, sent, 'wallet.removed');
  expect(removed).toMatchObject({ before: { address: expect.stringMatching(/2$/) }, after: null });

  const { apiKey } = (await merchant.post(`/store/${store.id}/refresh-api-key`)).json<{ apiKey: string }>();
  const [renewed] = await expectRecorded(merchant, sent, 'api-key.renewed');
  expect(renewed).toMatchObject({ before: { apiKey: `sk_…${store.apiKey.slice(-4)}` }, after: { apiKey: `sk_…${apiKey.slice(-4)}` } });

  const { callbackSecret } = (await merchant.post(`/store/${store.id}/refresh-callback-secret`)).json<{ callbackSecret: string }>();
  const [signed] = await expectRecorded(merchant, sent, 'callback-secret.renewed');
  expect(signed).toMatchObject({ after: { callbackSecret: `whsec_…${callbackSecret.slice(-4)}` } });
  expect(JSON.stringify([await entriesOf(merchant), app.mailer.sent])).not.toContain(callbackSecret);
  expect(JSON.stringify([await entriesOf(merchant), app.mailer.sent])).not.toContain(apiKey);

  const made = (await merchant.post(`/store/${store.id}/keys`, { name: 'Till', scopes: ['read'] })).json<NewApiKey>();
  const [created] = await expectRecorded(merchant, sent, 'api-key.created');
  expect(created).toMatchObject({ detail: { name: 'Till' }, after: { apiKey: `sk_…${made.lastFour}`, scopes: 'read' } });
  const next = (await merchant.post(`/store/${store.id}/keys/${made.id}/roll`, { keepOldHours: 1 })).json<NewApiKey>();
  const [rolled] = await expectRecorded(merchant, sent, 'api-key.rolled');
  expect(rolled).toMatchObject({ before: { apiKey: `sk_…${made.lastFour}` }, after: { apiKey: `sk_…${next.lastFour}` } });
  await merchant.delete(`/store/${store.id}/keys/${made.id}`);
  await expectRecorded(merchant, sent, 'api-key.revoked');
  for (const key of [made, next]) expect(JSON.stringify([await entriesOf(merchant), app.mailer.sent])).not.toContain(key.apiKey);

  for (const _twice of [1, 2]) await merchant.put(`/store/${store.id}/main-key`, { allowedIps: ['127.0.0.0/8'] });
  const [restricted] = await expectRecorded(merchant, sent, 'api-key.restricted');
  expect(restricted).toMatchObject({
    detail: { store: 'Tea house' },
    before: { allowedIps: '' },
    after: { allowedIps: '127.0.0.0/8' },
  });

  await merchant.delete(`/store/${store.id}`);
  await expectRecorded(merchant, sent, 'store.deleted');
});

test('every change of the account is logged and mailed', async () => {
  const merchant = await newMerchant(app, 'audited_2');
  const sent = app.mailer.sent.length;
  const security = (changes: object) => merchant.put(`/user/${merchant.userId}/security`, changes);
  await security({ emailOtp: true, loginNotifications: false, whitelistIp: true, allowedIps: ['127.0.0.0/8'] });
  const [, , list] = await expectRecorded(merchant, sent, 'email-code.on', 'login-notices.off', 'whitelist.changed');
  expect(list).toMatchObject({ before: { whitelistIp: 'off', allowedIps: '' }, after: { whitelistIp: 'on', allowedIps: '127.0.0.0/8' } });
  await security({ emailOtp: false, loginNotifications: true, whitelistIp: true });
  await expectRecorded(merchant, sent, 'email-code.off', 'login-notices.on');
  const { length } = await entriesOf(merchant);
  await security({ emailOtp: false });
  expect(await entriesOf(merchant)).toHaveLength(length); // nothing changed, nothing is told

  await enableTwoFactor(merchant, app.platform.clocks.real);
  await expectRecorded(merchant, sent, 'two-factor.on');
  await merchant.post('/2fa/disable');
  await expectRecorded(merchant, sent, 'two-factor.off');
  await merchant.post('/2fa/disable');
  await expectRecorded(merchant, sent, 'two-factor.off');

  await merchant.post('/auth/change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }, AGENT);
  const [changed] = await expectRecorded(merchant, sent, 'password.changed');
  expect(changed).toMatchObject({ device: 'Firefox on Linux' });

  await merchant.post('/email-verification/update-email?newEmail=thief@example.com');
  await expectRecorded(merchant, sent, 'email.requested');
  await app.browser().get(`/email-verification/verify?token=${tokenIn(await waitForMail(app, 'thief@example.com'))}`);
  const [moved] = await expectRecorded(merchant, sent, 'email.changed');
  expect(moved).toMatchObject({ before: { email: merchant.email }, after: { email: 'thief@example.com' } });
});

test('the database refuses to change or delete an entry', async () => {
  const { query } = app.platform.db;
  await expect(sql`update audit_log set actor = 'nobody'`.execute(query)).rejects.toThrow('append-only');
  await expect(sql`delete from audit_log`.execute(query)).rejects.toThrow('append-only');
  await expect(sql`truncate audit_log cascade`.execute(query)).rejects.toThrow('append-only');
});

test('a refused change leaves no entry', async () => {
  const merchant = await newMerchant(app, 'audited_3');
  const store = await newStore(merchant);
  expect((await merchant.post('/store/str_nobody/refresh-api-key')).statusCode).toBe(404);
  expect((await merchant.post('/wallet', { storeId: store.id, network: 'BEP20', address: 'nonsense' })).statusCode).toBe(422);
  expect(await entriesOf(merchant)).toEqual([]);
});
