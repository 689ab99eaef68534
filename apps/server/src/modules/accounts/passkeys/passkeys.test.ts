import type { Passkey } from '@stablegate/contract';
import { beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '../../../../test/accounts';
import { startTestApp, type TestApp } from '../../../../test/app';
import { newAuthenticator } from '../../../../test/passkeys';
import { enableTwoFactor } from '../../../../test/sign-ins';
import { type Merchant, newMerchant } from '../../../../test/stores';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { ADMIN_REQUIRES_2FA: 'true' } });
});

type Authenticator = ReturnType<typeof newAuthenticator>;
type Answer = { statusCode: number; json: () => { code?: string; message?: string } };
const outcome = (answer: Answer) => [answer.statusCode, answer.json().code];
const REFUSED = [401, 'passkey_refused'];

async function add(
  merchant: Merchant,
  name = 'Laptop',
  authenticator = newAuthenticator(),
): Promise<{ key: Passkey; authenticator: Authenticator }> {
  const options = (await merchant.post('/passkeys/options')).json();
  const answer = await merchant.post('/passkeys', { name, credential: authenticator.create(options) });
  expect(answer.statusCode, answer.body).toBe(201);
  return { key: answer.json(), authenticator };
}
const signInOptions = async (browser = app.browser()) => (await browser.post('/auth/passkey/options')).json();
const nameOf = ({ email }: Merchant): string => email.replace('@example.com', '');
const login = (browser: ReturnType<TestApp['browser']>, merchant: Merchant) =>
  browser.post('/auth/login', { username: nameOf(merchant), password: PASSWORD });
const isIn = async (browser: ReturnType<TestApp['browser']>): Promise<string | null> => (await browser.get('/auth')).json().userId;

test('passkeys are added with a name, listed with their last use, and sign in without a password', async () => {
  const merchant = await newMerchant(app, 'passkey_1');
  const { key, authenticator } = await add(merchant);
  await add(merchant, 'Phone');
  expect((await merchant.get('/passkeys')).json()).toMatchObject([{ name: 'Laptop', lastUsedAt: null }, { name: 'Phone' }]);
  expect((await merchant.get(`/user/${merchant.userId}/profile`)).json()).toMatchObject({ hasPasskey: true, twoFactorEnabled: false });
  const browser = app.browser();
  const answer = await browser.post('/auth/passkey', { credential: authenticator.get(await signInOptions(browser)) });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await isIn(browser)).toBe(merchant.userId);
  const [used] = (await browser.get('/passkeys')).json<Passkey[]>();
  expect(used).toMatchObject({ id: key.id, lastUsedAt: expect.any(String) });
});

test('an answer works once, also when it is sent twice at once', async () => {
  const { authenticator } = await add(await newMerchant(app, 'passkey_2'));
  const credential = authenticator.get(await signInOptions());
  const answers = await Promise.all([1, 2, 3].map(() => app.browser().post('/auth/passkey', { credential })));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
});

test('another site, another challenge, no user verification, a copied authenticator and nonsense are refused', async () => {
  const merchant = await newMerchant(app, 'passkey_3');
  const { authenticator } = await add(merchant);
  const options = await signInOptions();
  const foreign = (await merchant.post('/passkeys/options')).json(); // for adding one, not for signing in
  const wrong = [
    authenticator.get(options, { origin: 'https://evil.example' }),
    authenticator.get(options, { site: 'evil.example' }),
    authenticator.get(options, { verified: false }),
    authenticator.get(options, { counter: 1 }),
    authenticator.get(foreign),
    authenticator.get({ challenge: Buffer.from('made.9999999999999.up').toString('base64url') }),
    newAuthenticator().get(options),
    { ...authenticator.get(options), response: { clientDataJSON: 7 } },
    { ...authenticator.get(options), response: {} },
  ];
  for (const [index, credential] of wrong.entries())
    expect(outcome(await app.browser().post('/auth/passkey', { credential })), String(index)).toEqual(REFUSED);
  expect((await app.browser().post('/auth/passkey', { credential: authenticator.get(options) })).statusCode).toBe(200);
});

test('a passkey is added once, in the session that began, after a recent sign-in', async () => {
  const merchant = await newMerchant(app, 'passkey_4');
  const other = await newMerchant(app, 'passkey_5');
  const options = (await merchant.post('/passkeys/options')).json();
  const credential = newAuthenticator().create(options);
  expect(outcome(await other.post('/passkeys', { name: 'Mine', credential }))).toEqual([422, 'passkey_refused']);
  expect((await merchant.post('/passkeys', { name: 'Laptop', credential })).statusCode).toBe(201);
  expect(outcome(await merchant.post('/passkeys', { name: 'Again', credential }))).toEqual([422, 'passkey_refused']);
  const unverified = newAuthenticator().create((await merchant.post('/passkeys/options')).json(), { verified: false });
  expect(outcome(await merchant.post('/passkeys', { name: 'Weak', credential: unverified }))).toEqual([422, 'passkey_refused']);
  const [{ id }] = (await merchant.get('/passkeys')).json();
  expect((await other.delete(`/passkeys/${id}`)).statusCode).toBe(404);
});

test('it stands in for the code of the app, in the browser that gave the password', async () => {
  const merchant = await newMerchant(app, 'passkey_6');
  const { authenticator } = await add(merchant);
  await enableTwoFactor(merchant, app.platform.clocks.real);
  const browser = app.browser();
  expect((await login(browser, merchant)).json()).toEqual({ require2FA: true, method: 'totp', hasPasskey: true });
  const second = async (from: typeof browser) =>
    from.post('/auth/passkey', { credential: authenticator.get(await signInOptions(from)), secondStep: true });
  expect(outcome(await second(app.browser()))).toEqual([401, 'no_pending_login']);
  expect((await second(browser)).statusCode).toBe(200);
  expect(await isIn(browser)).toBe(merchant.userId);
});

test('whoever requires two-factor cannot sign in with the password alone, nor remove the last factor', async () => {
  const merchant = await newMerchant(app, 'passkey_7');
  const require = (twoFactorRequired: boolean) => merchant.put(`/user/${merchant.userId}/security`, { twoFactorRequired });
  expect(outcome(await require(true))).toEqual([422, 'no_second_factor']);
  const { key, authenticator } = await add(merchant);
  expect((await login(app.browser(), merchant)).json()).toEqual({ message: 'Login successful' });
  expect((await require(true)).statusCode).toBe(200);
  const browser = app.browser();
  expect((await login(browser, merchant)).json()).toEqual({ require2FA: true, method: 'passkey', hasPasskey: true });
  expect(outcome(await browser.post('/2fa/verify-login', { username: nameOf(merchant), code: '123456' }))).toEqual([401, 'invalid_code']);
  const credential = authenticator.get(await signInOptions(browser));
  expect((await browser.post('/auth/passkey', { credential, secondStep: true })).statusCode).toBe(200);
  expect(outcome(await merchant.delete(`/passkeys/${key.id}`))).toEqual([409, 'last_second_factor']);
  expect(outcome(await merchant.post('/auth/confirm', { password: PASSWORD }))).toEqual([403, 'passkey_required']);
  const confirmed = await merchant.post('/auth/confirm-passkey', { credential: authenticator.get(await signInOptions(merchant)) });
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  expect((await require(false)).statusCode).toBe(200);
  expect((await merchant.delete(`/passkeys/${key.id}`)).statusCode).toBe(204);
  expect(outcome(await app.browser().post('/auth/passkey', { credential: authenticator.get(await signInOptions()) }))).toEqual(REFUSED);
});

test("another user's passkey confirms nothing, and a disabled or whitelisted user does not get in", async () => {
  const merchant = await newMerchant(app, 'passkey_8');
  const stranger = await add(await newMerchant(app, 'passkey_9'));
  const { authenticator } = await add(merchant);
  const credential = stranger.authenticator.get(await signInOptions(merchant));
  expect(outcome(await merchant.post('/auth/confirm-passkey', { credential }))).toEqual([422, 'passkey_refused']);
  const users = app.platform.db.query.updateTable('users').where('id', '=', merchant.userId);
  await users.set({ whitelist_ip: true, allowed_ips: ['203.0.113.7'] }).execute();
  const trySignIn = async () =>
    outcome(await app.browser().post('/auth/passkey', { credential: authenticator.get(await signInOptions()) }));
  expect(await trySignIn()).toEqual([403, 'address_not_allowed']);
  await users.set({ whitelist_ip: false, disabled_at: new Date() }).execute();
  expect(await trySignIn()).toEqual([403, 'account_disabled']);
});

test('an administrator with a passkey has two factors, and is asked for it at every sign-in', async () => {
  const admin = await newMerchant(app, 'passkey_a');
  await app.platform.db.query.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', admin.userId).execute();
  expect(outcome(await admin.get('/admin/user-statistics'))).toEqual([403, 'two_factor_required']);
  await add(admin);
  expect((await admin.get('/admin/user-statistics')).statusCode).toBe(200);
  expect((await login(app.browser(), admin)).json()).toEqual({ require2FA: true, method: 'passkey', hasPasskey: true });
});
