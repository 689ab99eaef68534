import { beforeAll, describe, expect, test } from 'vitest';
import { newUser, PASSWORD } from '../../../../test/accounts';
import { newAdmin } from '../../../../test/admins';
import { type Browser, startTestApp, type TestApp } from '../../../../test/app';
import { appCode, enableTwoFactor, isSignedIn, signIn } from '../../../../test/sign-ins';
import { atOnce } from '../../../../test/stores';
import { manualClock } from '../../../platform/clock';
import { CHECK_IN_SESSION } from '../sign-in/login-throttle.domain';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const clock = manualClock('2026-03-01T10:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clocks: { real: clock, business: clock } });
});

const tokenOf = (browser: Browser): string => browser.cookies.get('sg_session') ?? '';
const withToken = (token: string): Browser => {
  const browser = app.browser();
  browser.cookies.set('sg_session', token);
  return browser;
};

describe('a session', () => {
  test('gets a fresh token at sign-in; earlier tokens are invalid', async () => {
    const browser = await newUser(app, 'fixated_1');
    const planted = 'x'.repeat(43);
    const victim = withToken(planted);
    await signIn(victim, 'fixated_1');
    expect(tokenOf(victim)).not.toBe(planted);
    expect(await isSignedIn(withToken(planted))).toBe(false);

    const before = tokenOf(browser);
    await signIn(browser, 'fixated_1');
    expect(tokenOf(browser)).not.toBe(before);
    expect(await isSignedIn(withToken(before))).toBe(false);
  });

  test('expires 12 hours after its last use, a remembered one after 30 days', async () => {
    const browser = await newUser(app, 'idle_user');
    const remembered = app.browser();
    const answer = await signIn(remembered, 'idle_user', { remember: 'true' });
    expect(answer.cookies.find(({ name }) => name === 'sg_session')).toMatchObject({
      maxAge: 30 * 24 * 3600,
      httpOnly: true,
      sameSite: 'Lax',
    });
    clock.advance(12 * HOUR - 1);
    expect(await isSignedIn(browser)).toBe(true);
    clock.advance(12 * HOUR - 1);
    expect(await isSignedIn(browser)).toBe(true);
    clock.advance(12 * HOUR);
    expect(await isSignedIn(browser)).toBe(false);
    clock.advance(30 * DAY - 36 * HOUR + 1);
    expect(await isSignedIn(remembered)).toBe(true);
    clock.advance(30 * DAY);
    expect(await isSignedIn(remembered)).toBe(false);
  });

  test('expires 90 days after the sign-in, however much it is used; its cookie is renewed meanwhile', async () => {
    await newUser(app, 'oldtimer1');
    const browser = app.browser();
    await signIn(browser, 'oldtimer1', { remember: 'true' });
    for (let day = 0; day < 89; day += 1) {
      clock.advance(DAY);
      expect(await isSignedIn(browser)).toBe(true);
    }
    const answer = await browser.get('/auth');
    expect(answer.cookies.find(({ name }) => name === 'sg_session')?.maxAge).toBe(30 * 24 * 3600);
    clock.advance(DAY);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('without remember is a session cookie', async () => {
    await newUser(app, 'windowed1');
    const browser = app.browser();
    const answer = await signIn(browser, 'windowed1');
    const cookie = answer.cookies.find(({ name }) => name === 'sg_session');
    expect(cookie?.maxAge).toBeUndefined();
    expect(cookie?.expires).toBeUndefined();
  });

  test('ends on the server when its user signs out', async () => {
    const browser = await newUser(app, 'leaving_1');
    const token = tokenOf(browser);
    await browser.post('/auth/logout');
    expect(browser.cookies.has('sg_session')).toBe(false);
    expect(await isSignedIn(withToken(token))).toBe(false);
    expect((await withToken(token).get('/auth/sessions')).statusCode).toBe(401);
  });

  test('follows a changed role, a disabled account and a verified address immediately', async () => {
    const browser = await newUser(app, 'changing1');
    const users = (change: { role?: string; disabled_at?: Date; email_verified_at?: Date }) =>
      app.platform.db.query.updateTable('users').set(change).where('id', '=', browser.userId).execute();
    expect((await browser.get('/auth')).json()).toMatchObject({ isAdmin: false, emailVerified: false });
    await users({ role: 'ADMIN', email_verified_at: clock.now() });
    expect((await browser.get('/auth')).json()).toMatchObject({ isAdmin: true, emailVerified: true });
    await users({ role: 'USER' });
    expect((await browser.get('/auth')).json()).toMatchObject({ isAdmin: false });
    await users({ disabled_at: clock.now() });
    expect(await isSignedIn(browser)).toBe(false);
    expect((await signIn(browser, 'changing1')).json().code).toBe('account_disabled');
    expect((await browser.form('/auth/login', { username: 'changing1', password: 'wrong-one-1' })).json().code).toBe('invalid_credentials');
  });

  test('is also read from a bearer token, for /auth only', async () => {
    const browser = await newUser(app, 'bearer_me');
    const headers = { authorization: `Bearer ${tokenOf(browser)}` };
    expect((await app.browser().get('/auth', headers)).json().isAuthenticated).toBe(true);
    expect((await app.browser().get('/auth/sessions', headers)).statusCode).toBe(401);
  });
});

describe('the list of sessions', () => {
  test('shows the open ones, newest use first, and ends one of them', async () => {
    const browser = await newUser(app, 'list_them');
    const phone = app.browser();
    clock.advance(2 * 60_000);
    await phone.form('/auth/login', { username: 'list_them', password: PASSWORD }, { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1' });
    clock.advance(2 * 60_000);
    const list = (await browser.get('/auth/sessions')).json();
    expect(list).toHaveLength(2);
    expect(list[0]).toEqual({
      id: expect.stringMatching(/^ses_/),
      device: 'lightMyRequest',
      ipAddress: '127.0.0.1',
      createdAt: expect.any(String),
      lastSeenAt: clock.now().toISOString(),
      current: true,
    });
    expect(list[1]).toMatchObject({ device: 'Safari on iOS', current: false });

    const ended = await browser.send({ method: 'DELETE', url: `/api/v1/auth/sessions/${list[1].id}` });
    expect(ended.statusCode).toBe(204);
    expect(ended.body).toBe('');
    expect(await isSignedIn(phone)).toBe(false);
    expect((await browser.send({ method: 'DELETE', url: `/api/v1/auth/sessions/${list[1].id}` })).statusCode).toBe(404);
    expect((await browser.get('/auth/sessions')).json()).toHaveLength(1);
  });

  test('ends all others in one call, of this user alone', async () => {
    const [mine, theirs] = [await newUser(app, 'end_others'), await newUser(app, 'not_meant')];
    const others = [app.browser(), app.browser()];
    for (const other of others) await signIn(other, 'end_others');
    const ended = await mine.send({ method: 'DELETE', url: '/api/v1/auth/sessions' });
    expect([ended.statusCode, ended.body]).toEqual([204, '']);
    for (const other of others) expect(await isSignedIn(other)).toBe(false);
    expect((await mine.get('/auth/sessions')).json()).toMatchObject([{ current: true }]);
    expect(await isSignedIn(theirs)).toBe(true);
  });

  test('ends none without a recent sign-in: whoever found a browser open does not lock its owner out', async () => {
    const browser = await newUser(app, 'left_open');
    const other = app.browser();
    await signIn(other, 'left_open');
    const list = (await browser.get('/auth/sessions')).json<{ id: string; current: boolean }[]>();
    clock.advance(16 * 60_000);
    for (const path of ['', `/${list.find(({ current }) => !current)?.id}`]) {
      const refused = await browser.send({ method: 'DELETE', url: `/api/v1/auth/sessions${path}` });
      expect(refused.json().code).toBe('recent_sign_in_required');
    }
    expect(await isSignedIn(other)).toBe(true);
  });

  test('an admin ends all sessions of a user, and it is recorded who did', async () => {
    const [admin, user] = [await newAdmin(app, 'ends_others'), await newUser(app, 'taken_over')];
    const end = (who: Browser, id: string) => who.post(`/admin/users/${id}/end-sessions`);
    expect((await end(user, user.userId)).statusCode).toBe(403);
    expect((await end(admin, 'usr_nobody')).statusCode).toBe(404);
    expect((await end(admin, user.userId)).statusCode).toBe(204);
    expect([await isSignedIn(user), await isSignedIn(admin)]).toEqual([false, true]);
    const entries = app.platform.db.query.selectFrom('audit_log').select(['actor', 'action']).where('subject', '=', user.userId);
    expect(await entries.where('action', 'like', 'operator.%').execute()).toEqual([
      { actor: admin.userId, action: 'operator.end-sessions' },
    ]);
  });

  test("another user's session is not found, and stays open", async () => {
    const [mine, theirs] = [await newUser(app, 'me_myself'), await newUser(app, 'them_them')];
    const [{ id }] = (await theirs.get('/auth/sessions')).json();
    expect((await mine.send({ method: 'DELETE', url: `/api/v1/auth/sessions/${id}` })).statusCode).toBe(404);
    expect(await isSignedIn(theirs)).toBe(true);
  });
});

describe('entering the password again', () => {
  test('makes the session recent, under a new token; the old one is invalid', async () => {
    const browser = await newUser(app, 'confirm_1');
    clock.advance(20 * 60_000);
    expect((await browser.post('/2fa/enable')).json().code).toBe('recent_sign_in_required');
    const wrong = await browser.form('/auth/confirm', { password: 'not-mine-1' });
    expect(wrong.statusCode).toBe(403);
    expect(wrong.json().code).toBe('wrong_password');
    const before = tokenOf(browser);
    expect((await browser.form('/auth/confirm', { password: PASSWORD })).statusCode).toBe(200);
    expect(tokenOf(browser)).not.toBe(before);
    expect(await isSignedIn(withToken(before))).toBe(false);
    expect((await browser.post('/2fa/enable')).statusCode).toBe(200);
    expect((await browser.get('/auth/sessions')).json()).toHaveLength(1); // the same session continues
  });

  test('makes one new token, however many ask for it with the same one at once', async () => {
    const browser = await newUser(app, 'confirm_many');
    const before = tokenOf(browser);
    const many = CHECK_IN_SESSION.freeTries; // one more would be refused as a guess too many while these are checked
    const answers = await atOnce(many, () => withToken(before).form('/auth/confirm', { password: PASSWORD }));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const codes = answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json().code);
    expect(codes).toEqual(Array.from({ length: many - 1 }, () => 'not_signed_in'));
  });

  test('keeps a remembered session remembered', async () => {
    await newUser(app, 'confirm_2');
    const browser = app.browser();
    await signIn(browser, 'confirm_2', { remember: 'on' });
    const answer = await browser.form('/auth/confirm', { password: PASSWORD });
    expect(answer.cookies.find(({ name }) => name === 'sg_session')?.maxAge).toBe(30 * 24 * 3600);
  });

  test('requires the code too where an authenticator app is on, each code once', async () => {
    const browser = await newUser(app, 'confirm_3');
    const { secret, recoveryCodes } = await enableTwoFactor(browser, clock);
    clock.advance(20 * 60_000);
    expect((await browser.form('/auth/confirm', { password: PASSWORD })).json().code).toBe('invalid_code');
    expect((await browser.form('/auth/confirm', { password: PASSWORD, code: '' })).json().code).toBe('invalid_code');
    const code = appCode(secret, clock.now());
    expect((await browser.form('/auth/confirm', { password: PASSWORD, code })).statusCode).toBe(200);
    expect((await browser.form('/auth/confirm', { password: PASSWORD, code })).json().code).toBe('invalid_code');
    expect((await browser.form('/auth/confirm', { password: PASSWORD, code: recoveryCodes[3] ?? '' })).statusCode).toBe(200);
  });

  test('wrong codes slow down although the password is right each time', async () => {
    const browser = await newUser(app, 'confirm_5');
    const { secret } = await enableTwoFactor(browser, clock);
    clock.advance(60_000);
    const statuses: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) {
      statuses.push((await browser.form('/auth/confirm', { password: PASSWORD, code: '000000' })).statusCode);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
    clock.advance(1_000);
    expect((await browser.form('/auth/confirm', { password: PASSWORD, code: appCode(secret, clock.now()) })).statusCode).toBe(200);
  });

  test('cannot be guessed from an unattended session, and slows down that session only', async () => {
    const browser = await newUser(app, 'confirm_4');
    const other = app.browser();
    await signIn(other, 'confirm_4');
    const statuses: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) statuses.push((await browser.form('/auth/confirm', { password: 'a-guess-9' })).statusCode);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429]);
    expect((await browser.post('/auth/change-password', { currentPassword: PASSWORD, newPassword: 'Green-Teapot-77' })).statusCode).toBe(
      429,
    );
    expect((await other.form('/auth/confirm', { password: PASSWORD })).statusCode).toBe(200);
  });
});

describe('cookies outside loopback', () => {
  test('are Secure, HttpOnly, SameSite=Lax, and bound to the host', async () => {
    const secure = await startTestApp({ env: { PUBLIC_URL: 'https://pay.example.com' } });
    const browser = secure.browser();
    await browser.post('/auth/signup', { username: 'hostbound', email: 'h@example.com', password: PASSWORD });
    const answer = await signIn(browser, 'hostbound');
    const session = [answer.headers['set-cookie']].flat().find((header) => header?.startsWith('__Host-sg_session='));
    expect(session).toMatch(/^__Host-sg_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(answer.cookies.map(({ name }) => name).sort()).toEqual(['__Host-sg_device', '__Host-sg_pending', '__Host-sg_session']);
  });
});
