import { beforeAll, describe, expect, test } from 'vitest';
import { newUser, PASSWORD } from '../../../../test/accounts';
import { type Browser, startTestApp, type TestApp } from '../../../../test/app';
import { appCode, enableTwoFactor, isSignedIn, mailAbout, signIn } from '../../../../test/sign-ins';
import { manualClock } from '../../../platform/clock';
import type { UserId } from '../../../platform/id-types';

const MINUTE = 60_000;
const clock = manualClock('2026-03-01T10:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clocks: { real: clock, business: clock }, roles: ['worker'] });
});

const put = (browser: Browser & { userId: UserId }, payload: object) =>
  browser.send({ method: 'PUT', url: `/api/v1/user/${browser.userId}/security`, payload });
const from = (browser: Browser, ip: string, path: string, fields: Record<string, string>) =>
  browser.send({
    method: 'POST',
    url: `/api/v1${path}`,
    remoteAddress: ip,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });

describe('security settings', () => {
  test('start with notifications on and the rest off; omitted fields stay unchanged', async () => {
    const browser = await newUser(app, 'settings1');
    const path = `/user/${browser.userId}/security`;
    expect((await browser.get(path)).json()).toMatchObject({
      emailOtp: false,
      loginNotifications: true,
      whitelistIp: false,
      allowedIps: [],
      twoFactorRequired: false,
    });
    expect((await put(browser, { loginNotifications: false })).json()).toMatchObject({ loginNotifications: false, emailOtp: false });
    expect((await put(browser, { emailOtp: true })).json()).toMatchObject({ loginNotifications: false, emailOtp: true });
    expect((await browser.get(path)).json()).toMatchObject({
      emailOtp: true,
      loginNotifications: false,
      whitelistIp: false,
      allowedIps: [],
      twoFactorRequired: false,
    });
  });

  test("another user's settings are not found", async () => {
    const [mine, theirs] = [await newUser(app, 'settings2'), await newUser(app, 'settings3')];
    expect((await mine.get(`/user/${theirs.userId}/security`)).statusCode).toBe(404);
    expect((await put({ ...mine, userId: theirs.userId }, { emailOtp: true })).statusCode).toBe(404);
  });

  test('a whitelist that would lock its owner out, or has no addresses, is not saved', async () => {
    const browser = await newUser(app, 'settings4');
    const locked = await put(browser, { whitelistIp: true, allowedIps: ['203.0.113.0/24'] });
    expect(locked.statusCode).toBe(422);
    expect(locked.json().code).toBe('would_lock_you_out');
    expect((await put(browser, { whitelistIp: true })).json().code).toBe('would_lock_you_out');
    const wrong = await put(browser, { allowedIps: ['127.0.0.1', 'not-an-address', '10.0.0.0/33'] });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json()).toMatchObject({ code: 'invalid_value', errors: [{ path: 'allowedIps.1' }, { path: 'allowedIps.2' }] });
    expect((await put(browser, { allowedIps: Array(51).fill('127.0.0.1') })).statusCode).toBe(422);
    expect((await put(browser, { allowedIps: ['203.0.113.0/24'] })).statusCode).toBe(200); // not enabled yet
    expect((await put(browser, { whitelistIp: true, allowedIps: ['127.0.0.0/8', '2001:DB8::/32'] })).json()).toMatchObject({
      whitelistIp: true,
      allowedIps: ['127.0.0.0/8', '2001:db8::/32'],
    });
  });

  test('changing the whitelist or the mailed code, or switching notices off, needs a recent sign-in, nothing else does', async () => {
    const browser = await newUser(app, 'settings5');
    const list = { whitelistIp: true, allowedIps: ['127.0.0.1'] };
    await put(browser, list);
    clock.advance(16 * MINUTE);
    expect((await put(browser, { ...list, loginNotifications: true })).statusCode).toBe(200);
    expect((await put(browser, { ...list, loginNotifications: false })).json().code).toBe('recent_sign_in_required');
    const refused = await put(browser, { ...list, allowedIps: ['127.0.0.1', '10.0.0.1'] });
    expect(refused.statusCode).toBe(403);
    expect(refused.json().code).toBe('recent_sign_in_required');
    expect((await put(browser, { whitelistIp: false })).statusCode).toBe(403);
    expect((await put(browser, { emailOtp: true })).json().code).toBe('recent_sign_in_required');
  });
});

describe('the whitelist and open sessions', () => {
  const stateFrom = async (browser: Browser, remoteAddress: string): Promise<boolean> =>
    (await browser.send({ method: 'GET', url: '/api/v1/auth', remoteAddress })).json().isAuthenticated;

  test('a session is of no use elsewhere, and those opened elsewhere end when the list is saved', async () => {
    const owner = await newUser(app, 'roaming_01');
    const away = app.browser();
    await from(away, '203.0.113.7', '/auth/login', { username: 'roaming_01', password: PASSWORD });
    expect(await stateFrom(away, '203.0.113.7')).toBe(true);
    expect(await stateFrom(owner, '203.0.113.8')).toBe(true);
    await put(owner, { whitelistIp: true, allowedIps: ['127.0.0.1'] });
    expect(await stateFrom(away, '203.0.113.7')).toBe(false);
    expect(await stateFrom(owner, '203.0.113.8')).toBe(false);
    expect(await stateFrom(owner, '127.0.0.1')).toBe(true);
    await put(owner, { whitelistIp: false });
    expect(await stateFrom(away, '203.0.113.7')).toBe(false);
  });
});

describe('the whitelist at sign-in', () => {
  test('refuses other addresses after the right password only', async () => {
    const browser = await newUser(app, 'listed_01');
    await put(browser, { whitelistIp: true, allowedIps: ['127.0.0.1', '198.51.100.0/24', '2001:db8::/32'] });
    const credentials = { username: 'listed_01', password: PASSWORD };
    const refused = await from(app.browser(), '203.0.113.9', '/auth/login', credentials);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().code).toBe('address_not_allowed');
    const wrong = await from(app.browser(), '203.0.113.9', '/auth/login', { ...credentials, password: 'not-mine-1' });
    expect(wrong.json().code).toBe('invalid_credentials');
    for (const ip of ['198.51.100.77', '::ffff:198.51.100.77', '2001:db8:1::5']) {
      expect((await from(app.browser(), ip, '/auth/login', credentials)).statusCode).toBe(200);
    }
  });

  test('lets its owner in by a mailed link, once; wrong credentials get the same response and no mail', async () => {
    const owner = await newUser(app, 'listed_02');
    await put(owner, { whitelistIp: true, allowedIps: ['127.0.0.1'] });
    const away = app.browser();
    const credentials = { username: 'listed_02', password: PASSWORD };
    const answers = [
      await from(away, '203.0.113.9', '/auth/whitelist-link', credentials),
      await from(away, '203.0.113.9', '/auth/whitelist-link', { ...credentials, password: 'not-mine-1' }),
      await from(away, '203.0.113.9', '/auth/whitelist-link', { username: 'nobody_is', password: 'not-mine-1' }),
      await from(away, '127.0.0.1', '/auth/whitelist-link', credentials), // no link needed from here
    ];
    expect(answers.map((answer) => answer.statusCode)).toEqual([202, 202, 202, 202]);
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    const mail = await mailAbout(app, 'listed_02@example.com', /network address/);
    expect(app.mailer.sent.filter(({ to, subject }) => to === 'listed_02@example.com' && /network address/.test(subject))).toHaveLength(1);
    const token = /\/login\?unlock=([\w-]+)/.exec(mail.text)?.[1] ?? '';

    const racing = await Promise.all([1, 2].map(() => from(away, '203.0.113.9', '/auth/whitelist-link/use', { token })));
    expect(racing.map((answer) => answer.statusCode).sort()).toEqual([200, 410]);
    expect(await isSignedIn(away)).toBe(true);
    expect((await from(app.browser(), '203.0.113.9', '/auth/whitelist-link/use', { token })).json().code).toBe('token_expired');
  });

  test('the link expires after 30 minutes, and after a change of password', async () => {
    const owner = await newUser(app, 'listed_03');
    await put(owner, { whitelistIp: true, allowedIps: ['127.0.0.1'] });
    const ask = async (password: string) => {
      const sent = app.mailer.sent.length;
      await from(app.browser(), '203.0.113.9', '/auth/whitelist-link', { username: 'listed_03', password });
      const mail = await mailAbout(app, 'listed_03@example.com', /network address/, sent);
      return /\/login\?unlock=([\w-]+)/.exec(mail.text)?.[1] ?? '';
    };
    const first = await ask(PASSWORD);
    clock.advance(30 * MINUTE);
    expect((await from(app.browser(), '203.0.113.9', '/auth/whitelist-link/use', { token: first })).statusCode).toBe(410);
    const second = await ask(PASSWORD);
    await owner.post('/auth/change-password', { currentPassword: PASSWORD, newPassword: 'Green-Teapot-77' });
    expect((await from(app.browser(), '203.0.113.9', '/auth/whitelist-link/use', { token: second })).statusCode).toBe(410);
  });

  test('the link does not bypass the second factor', async () => {
    const owner = await newUser(app, 'listed_04');
    const { secret } = await enableTwoFactor(owner, clock);
    await put(owner, { whitelistIp: true, allowedIps: ['127.0.0.1'] });
    const away = app.browser();
    await from(away, '203.0.113.9', '/auth/whitelist-link', { username: 'listed_04', password: PASSWORD });
    const mail = await mailAbout(app, 'listed_04@example.com', /network address/);
    const token = /\/login\?unlock=([\w-]+)/.exec(mail.text)?.[1] ?? '';
    const answer = await from(away, '203.0.113.9', '/auth/whitelist-link/use', { token });
    expect(answer.json()).toEqual({ require2FA: true, method: 'totp' });
    expect(await isSignedIn(away)).toBe(false);
    clock.advance(60_000);
    expect((await away.form('/2fa/verify-login', { username: 'listed_04', code: appCode(secret, clock.now()) })).statusCode).toBe(200);
    expect(await isSignedIn(away)).toBe(true);
  });
});

describe('a new device', () => {
  const notices = (address: string) => app.mailer.sent.filter(({ to, subject }) => to === address && /New sign-in/.test(subject)).length;

  test('is reported by mail, once, unless switched off; the browser that signed up is known', async () => {
    const owner = await newUser(app, 'devices_1');
    const phone = app.browser();
    await phone.form('/auth/login', { username: 'devices_1', password: PASSWORD }, { 'user-agent': 'Mozilla/5.0 (Android) Chrome/130' });
    const mail = await mailAbout(app, 'devices_1@example.com', /New sign-in/);
    expect(mail.text).toContain('Chrome on Android');
    expect(mail.text).toContain('127.0.0.1');
    await phone.post('/auth/logout');
    await signIn(phone, 'devices_1');
    await put(owner, { loginNotifications: false });
    await signIn(app.browser(), 'devices_1');
    await put(owner, { loginNotifications: true });
    const sent = app.mailer.sent.length;
    await signIn(app.browser(), 'devices_1');
    await mailAbout(app, 'devices_1@example.com', /New sign-in/, sent);
    expect(notices('devices_1@example.com')).toBe(2);
  });

  test('stored data cannot link two users of one browser', async () => {
    const browser = app.browser();
    for (const username of ['shared_01', 'shared_02']) {
      await browser.post('/auth/signup', { username, email: `${username}@example.com`, password: PASSWORD });
    }
    const device = browser.cookies.get('sg_device') ?? '';
    expect(device).toMatch(/^[\w-]{43}\.[\w-]{43}\.[\w-]{43}$/); // the token, and a signature for each user
    const rows = await app.platform.db.query.selectFrom('known_devices').selectAll().execute();
    expect(new Set(rows.map((row) => row.device_hash.toString('hex'))).size).toBe(rows.length);
    expect(JSON.stringify(rows)).not.toContain(device.slice(0, 43));
  });
});
