import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { newUser, PASSWORD } from '../../../../test/accounts';
import { type Browser, startTestApp, type TestApp } from '../../../../test/app';
import { appCode, enableTwoFactor, isSignedIn, mailAbout, signIn } from '../../../../test/sign-ins';
import { manualClock } from '../../../platform/clock';
import { sha256 } from '../../../platform/secrets/crypto';

const MINUTE = 60_000;
const STEP = 30_000;
const clock = manualClock('2026-03-01T10:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clocks: { real: clock, business: clock }, roles: ['worker'] });
});

const verify = (browser: Browser, username: string, code: string) => browser.form('/2fa/verify-login', { username, code });

/** A user with an authenticator app, whose next code is fresh. */
async function userWithApp(username: string) {
  const owner = await newUser(app, username);
  const { secret, recoveryCodes } = await enableTwoFactor(owner, clock);
  clock.advance(2 * STEP);
  return { owner, secret, recoveryCodes, code: () => appCode(secret, clock.now()) };
}

describe('the second step of a sign-in', () => {
  test('comes after the right password and opens the session', async () => {
    const { secret } = await userWithApp('twostepper');
    const browser = app.browser();
    const first = await signIn(browser, 'twostepper', { remember: 'true' });
    expect(first.json()).toEqual({ require2FA: true, method: 'totp' });
    expect(first.cookies).toMatchObject([{ name: 'sg_pending', httpOnly: true, sameSite: 'Lax', maxAge: 300 }]);
    expect(await isSignedIn(browser)).toBe(false);
    const second = await verify(browser, 'TwoStepper', appCode(secret, clock.now()));
    expect(second.statusCode).toBe(200);
    expect(second.json()).toEqual({ redirectUrl: '/' });
    expect(second.cookies.find((cookie) => cookie.name === 'sg_session')).toMatchObject({ httpOnly: true, maxAge: 30 * 24 * 3600 });
    expect(browser.cookies.has('sg_pending')).toBe(false);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('a valid code without the password step in that browser signs no one in', async () => {
    const { code } = await userWithApp('no_pending');
    const bare = await verify(app.browser(), 'no_pending', code());
    expect(bare.statusCode).toBe(401);
    expect(bare.json().code).toBe('no_pending_login');

    const invented = app.browser();
    invented.cookies.set('sg_pending', 'A'.repeat(43));
    expect((await verify(invented, 'no_pending', code())).json().code).toBe('no_pending_login');

    await userWithApp('someone_else');
    const theirs = app.browser();
    await signIn(theirs, 'someone_else');
    expect((await verify(theirs, 'no_pending', code())).json().code).toBe('no_pending_login'); // right code, another user's password step
  });

  test('expires after five minutes', async () => {
    const { code } = await userWithApp('latecomer1');
    const browser = app.browser();
    await signIn(browser, 'latecomer1');
    clock.advance(5 * MINUTE);
    expect((await verify(browser, 'latecomer1', code())).json().code).toBe('no_pending_login');
    await signIn(browser, 'latecomer1');
    clock.advance(5 * MINUTE - 1);
    expect((await verify(browser, 'latecomer1', code())).statusCode).toBe(200);
  });

  test.each([
    [-2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 401],
  ])('a code %i steps away answers %i', async (steps, status) => {
    const username = `drift_${steps + 5}_x`;
    const { secret } = await userWithApp(username);
    const browser = app.browser();
    await signIn(browser, username);
    const answer = await verify(browser, username, appCode(secret, new Date(clock.now().getTime() + steps * STEP)));
    expect(answer.statusCode).toBe(status);
    if (status === 401) expect(answer.json().code).toBe('invalid_code');
  });

  test('a code counts once: no reuse, no older one, and of five concurrent requests in five browsers one succeeds', async () => {
    const { secret, code } = await userWithApp('one_time_1');
    const browser = app.browser();
    await signIn(browser, 'one_time_1');
    const used = code();
    expect((await verify(browser, 'one_time_1', used)).statusCode).toBe(200);
    await signIn(browser, 'one_time_1');
    expect((await verify(browser, 'one_time_1', used)).json().code).toBe('invalid_code');
    expect((await verify(browser, 'one_time_1', appCode(secret, new Date(clock.now().getTime() - STEP)))).json().code).toBe('invalid_code');

    clock.advance(2 * STEP);
    const racers = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const racer = app.browser();
        await signIn(racer, 'one_time_1');
        return racer;
      }),
    );
    const answers = await Promise.all(racers.map((racer) => verify(racer, 'one_time_1', code())));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  test('of two concurrent requests of one browser one gets in', async () => {
    const { code } = await userWithApp('doubleclick');
    const browser = app.browser();
    await signIn(browser, 'doubleclick');
    const cookies = Object.fromEntries(browser.cookies);
    const twice = await Promise.all([1, 2].map(() => verifyWith(cookies, 'doubleclick', code())));
    expect(twice.map((answer) => answer.statusCode).sort()).toEqual([200, 401]);
  });

  test('a recovery code works instead, once, however it is typed', async () => {
    const { recoveryCodes } = await userWithApp('lost_phone');
    const browser = app.browser();
    await signIn(browser, 'lost_phone');
    const [first = '', second = ''] = recoveryCodes;
    expect((await verify(browser, 'lost_phone', ` ${first.toUpperCase().replaceAll('-', ' ')} `)).statusCode).toBe(200);
    await signIn(browser, 'lost_phone');
    expect((await verify(browser, 'lost_phone', first)).json().code).toBe('invalid_code');
    const cookies = Object.fromEntries(browser.cookies);
    const twice = await Promise.all([1, 2].map(() => verifyWith(cookies, 'lost_phone', second)));
    expect(twice.map((answer) => answer.statusCode).sort()).toEqual([200, 401]);
  });

  test('a change of password ends pending sign-ins', async () => {
    const { owner, code } = await userWithApp('pw_changed');
    const browser = app.browser();
    await signIn(browser, 'pw_changed');
    await owner.post('/auth/change-password', { currentPassword: PASSWORD, newPassword: 'Green-Teapot-77' });
    expect((await verify(browser, 'pw_changed', code())).json().code).toBe('no_pending_login');
  });

  test('a disabled user does not get past it', async () => {
    const { owner, code } = await userWithApp('disabled_2f');
    const browser = app.browser();
    await signIn(browser, 'disabled_2f');
    await app.platform.db.query.updateTable('users').set({ disabled_at: clock.now() }).where('id', '=', owner.userId).execute();
    expect((await verify(browser, 'disabled_2f', code())).statusCode).toBe(401);
  });
});

describe('wrong codes', () => {
  test("slow down and end the pending login, whatever RATE_LIMIT_SCALE says; the owner's known browser is unaffected", async () => {
    const { owner, code } = await userWithApp('guess_me_1');
    const thief = app.browser(); // has the password, not the app
    await signIn(thief, 'guess_me_1');
    const statuses: number[] = [];
    for (let tries = 0; tries < 8; tries += 1) statuses.push((await verify(thief, 'guess_me_1', '000000')).statusCode);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    // Another password step, another browser: the counter is per account.
    const again = app.browser();
    await signIn(again, 'guess_me_1');
    expect((await verify(again, 'guess_me_1', code())).statusCode).toBe(429);

    await signIn(owner, 'guess_me_1');
    expect((await verify(owner, 'guess_me_1', code())).statusCode).toBe(200);
  });

  test('a pending login has ten attempts', async () => {
    const { code } = await userWithApp('ten_tries1');
    const browser = app.browser();
    await signIn(browser, 'ten_tries1');
    const waits = [0, 0, 0, 0, 0, 1, 2, 4, 8, 16];
    for (const seconds of waits) {
      clock.advance(seconds * 1000);
      expect((await verify(browser, 'ten_tries1', '000000')).json().code).toBe('invalid_code');
    }
    clock.advance(32_000);
    expect((await verify(browser, 'ten_tries1', code())).json().code).toBe('no_pending_login');
  });
});

describe('the mailed code', () => {
  test('is required where it is on, works once and only in its browser; an authenticator app takes precedence', async () => {
    const owner = await newUser(app, 'mailcoder');
    await owner.send({ method: 'PUT', url: `/api/v1/user/${owner.userId}/security`, payload: { emailOtp: true } });
    const [browser, other] = [app.browser(), app.browser()];
    expect((await signIn(browser, 'mailcoder')).json()).toEqual({ require2FA: true, method: 'email' });
    const mail = await mailAbout(app, 'mailcoder@example.com', /code/i);
    const code = /\b\d{6}\b/.exec(mail.text)?.[0] ?? '';
    await signIn(other, 'mailcoder');
    expect((await verify(other, 'mailcoder', code)).json().code).toBe('invalid_code');
    const cookies = Object.fromEntries(browser.cookies);
    const twice = await Promise.all([1, 2].map(() => verifyWith(cookies, 'mailcoder', code)));
    expect(twice.map((answer) => answer.statusCode).sort()).toEqual([200, 401]);

    await app.platform.db.query.updateTable('users').set({ email_otp: false }).where('id', '=', owner.userId).execute();
    await signIn(owner, 'mailcoder');
    await enableTwoFactor(owner, clock);
    await app.platform.db.query.updateTable('users').set({ email_otp: true }).where('id', '=', owner.userId).execute();
    expect((await signIn(app.browser(), 'mailcoder')).json()).toEqual({ require2FA: true, method: 'totp' });
  });

  test('with mailed codes on, the password alone confirms nothing: the code is mailed, and works once, in this session', async () => {
    const browser = await newUser(app, 'mail_confirm');
    await browser.send({ method: 'PUT', url: `/api/v1/user/${browser.userId}/security`, payload: { emailOtp: true } });
    const confirm = (who: Browser, code?: string) =>
      who.form('/auth/confirm', { password: PASSWORD, ...(code === undefined ? {} : { code }) });
    clock.advance(16 * 60_000);
    const asked = await confirm(browser);
    expect([asked.statusCode, asked.json().code]).toEqual([403, 'code_mailed']);
    expect((await browser.post('/2fa/enable')).json().code).toBe('recent_sign_in_required');
    const code = /\b\d{6}\b/.exec((await mailAbout(app, browser.email, /code/i)).text)?.[0] ?? '';
    expect((await confirm(browser, code === '000000' ? '000001' : '000000')).json().code).toBe('invalid_code');
    expect((await confirm(browser, code)).statusCode).toBe(200);
    expect((await browser.post('/2fa/enable')).statusCode).toBe(200);
    expect((await confirm(browser, code)).json().code).toBe('invalid_code');
  });

  test('cannot be derived from the database', async () => {
    const owner = await newUser(app, 'dumpreader');
    await owner.send({ method: 'PUT', url: `/api/v1/user/${owner.userId}/security`, payload: { emailOtp: true } });
    await signIn(app.browser(), 'dumpreader');
    const mail = await mailAbout(app, 'dumpreader@example.com', /code/i);
    const code = /\b\d{6}\b/.exec(mail.text)?.[0] ?? '';
    const [pending] = await app.platform.db.query.selectFrom('pending_logins').selectAll().where('user_id', '=', owner.userId).execute();
    expect(pending?.code_hash?.equals(sha256(code))).toBe(false);
    const { rows } = await sql<{ data: unknown }>`select data from pgboss.job`.execute(app.platform.db.query);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});

const verifyWith = (cookies: Record<string, string>, username: string, code: string) =>
  app.server.inject({
    method: 'POST',
    url: '/api/v1/2fa/verify-login',
    cookies,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username, code }).toString(),
  });
