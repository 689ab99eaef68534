import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { newUser, PASSWORD, tokenIn, waitForMail } from '../../../../test/accounts';
import { startTestApp, type TestApp } from '../../../../test/app';
import { enableTwoFactor } from '../../../../test/sign-ins';
import { newMerchant } from '../../../../test/stores';
import { manualClock } from '../../../platform/clock';
import type { UserId } from '../../../platform/id-types';

const clock = manualClock('2026-03-01T08:00:00Z');
const MINUTE = 60_000;
const NEW_PASSWORD = 'Green-Teapot-77';
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ roles: ['worker'], clocks: { real: clock, business: clock } });
});

const forgot = (email: string) => app.browser().post('/auth/forgot-password', { email });
const reset = (token: string, password = NEW_PASSWORD) => app.browser().post('/auth/reset-password', { token, password });
const signIn = (username: string, password: string) => app.browser().form('/auth/login', { username, password });

async function mailedToken(email: string, count = 1): Promise<string> {
  expect((await forgot(email)).statusCode).toBe(202);
  return tokenIn(await waitForMail(app, email, count));
}

async function devicesOf(userId: UserId): Promise<string[]> {
  const rows = await app.platform.db.query.selectFrom('known_devices').select('device_hash').where('user_id', '=', userId).execute();
  return rows.map((row) => row.device_hash.toString('hex'));
}

/** A mail to a later recipient has arrived, so the earlier request was processed as well. */
async function settle(name: string): Promise<void> {
  const user = await newUser(app, name);
  await mailedToken(user.email);
}

describe('forgot password', () => {
  test('the mailed link sets a new password, once, and ends every session', async () => {
    const user = await newUser(app, 'forgetful');
    const token = await mailedToken(user.email);
    const mail = await waitForMail(app, user.email);
    expect(mail.text).toContain('http://localhost:0/reset-password?token=');
    expect((await reset(token)).statusCode).toBe(200);
    expect((await user.get('/auth')).json().isAuthenticated).toBe(false);
    expect((await signIn('forgetful', PASSWORD)).statusCode).toBe(401);
    expect((await signIn('forgetful', NEW_PASSWORD)).statusCode).toBe(200);
    expect((await reset(token, 'Another-One-55')).json()).toMatchObject({ code: 'token_expired' });
    expect((await waitForMail(app, user.email, 2)).subject).toBe('Your password was changed');
  });

  test('the first proof of a mailbox leaves nothing of whoever signed up with it', async () => {
    const stranger = await newUser(app, 'squatting'); // with the address of somebody else
    expect((await stranger.post('/passkeys/options')).json()).toMatchObject({ code: 'email_not_verified' });
    await enableTwoFactor(stranger, clock);
    await waitForMail(app, stranger.email); // about the app
    const token = await mailedToken(stranger.email, 2);
    const strangers = await devicesOf(stranger.userId);
    expect(strangers).toHaveLength(1);
    expect((await reset(token)).statusCode).toBe(200);
    expect((await stranger.get('/auth')).json().isAuthenticated).toBe(false);
    const devices = await devicesOf(stranger.userId);
    expect(devices).toHaveLength(1); // the browser that opened the mail
    expect(strangers).not.toContain(devices[0]);
    const owner = app.browser();
    expect((await owner.form('/auth/login', { username: 'squatting', password: NEW_PASSWORD })).json()).not.toHaveProperty(
      'redirectUrl',
      '/2fa',
    );
    expect((await owner.get('/auth')).json()).toMatchObject({ isAuthenticated: true, emailVerified: true });
  });

  test('known and unknown addresses get the same response, and only the known one a mail', async () => {
    const user = await newUser(app, 'realperson');
    const [known, unknown] = [await forgot(user.email.toUpperCase()), await forgot('nobody@example.com')];
    expect([known.statusCode, unknown.statusCode]).toEqual([202, 202]);
    expect(known.json()).toEqual(unknown.json());
    await waitForMail(app, user.email);
    await settle('afterthat1');
    expect(app.mailer.sent.some(({ to }) => to === 'nobody@example.com')).toBe(false);
    expect((await forgot('not an address')).statusCode).toBe(422);
  });

  test('the response takes as long for a known as for an unknown address', async () => {
    const user = await newUser(app, 'timedperson');
    const times: Record<string, number[]> = { [user.email]: [], 'unknown@example.com': [] };
    for (let round = 0; round < 40; round += 1) {
      for (const [email, list] of Object.entries(times)) {
        const began = performance.now();
        await forgot(email);
        list.push(performance.now() - began);
      }
    }
    const [known = 0, unknown = 0] = Object.values(times).map((list) => list.sort((a, b) => a - b)[list.length / 2] ?? 0);
    expect(Math.abs(known - unknown)).toBeLessThan(Math.max(4, 0.5 * Math.max(known, unknown)));
  });

  test('a link works for 30 minutes, and only the newest', async () => {
    const user = await newUser(app, 'slowperson');
    const older = await mailedToken(user.email, 1);
    clock.advance(MINUTE);
    const newer = await mailedToken(user.email, 2);
    expect((await reset(older)).statusCode).toBe(410);
    clock.advance(30 * MINUTE);
    expect((await reset(newer)).json()).toMatchObject({ code: 'token_expired' });
    const last = await mailedToken(user.email, 3);
    clock.advance(30 * MINUTE - 1);
    expect((await reset(last)).statusCode).toBe(200);
  });

  test('of many concurrent uses of one link, one succeeds', async () => {
    const user = await newUser(app, 'racereset1');
    const token = await mailedToken(user.email);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => reset(token, `Racing-Kettle-${n}0`)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 410)).toHaveLength(7);
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect((await signIn('racereset1', `Racing-Kettle-${winner}0`)).statusCode).toBe(200);
  });

  test.each([
    ['short1!', 'short_password'],
    ['P@ssw0rd', 'common_password'],
    ['Qwerty123!', 'guessable_password'],
  ])('the password %s is refused and the link stays good', async (password, code) => {
    const user = await newUser(app, code.slice(0, 15));
    const token = await mailedToken(user.email);
    const refused = await reset(token, password);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ code, errors: [{ path: 'password' }] });
    expect((await reset(token)).statusCode).toBe(200);
  });

  test('at most five mails an hour go to one account, a minute apart, without an error', async () => {
    const user = await newUser(app, 'pestered1');
    for (let n = 1; n <= 5; n += 1) {
      await mailedToken(user.email, n);
      expect((await forgot(user.email)).statusCode).toBe(202); // within the minute: no mail
      clock.advance(MINUTE);
    }
    expect((await forgot(user.email)).statusCode).toBe(202);
    await settle('afterthat2');
    const mails = app.mailer.sent.filter(({ to }) => to === user.email);
    expect(mails).toHaveLength(5);
    expect((await reset(tokenIn(mails[4] as (typeof mails)[0]))).statusCode).toBe(200); // the owner still gets in
  });

  test('a reset does not bypass two-factor', async () => {
    const user = await newMerchant(app, 'twofactored');
    await sql`
      insert into totp_secrets (user_id, secret_sealed, setup_session_id, created_at, enabled_at)
      values (${user.userId}, ${app.platform.secrets.seal('totp', 'SEED')}, 'x', now(), now())`.execute(app.platform.db.query);
    const answer = await reset(await mailedToken(user.email));
    expect(answer.statusCode).toBe(200);
    expect(answer.cookies.map(({ name }) => name)).toEqual(['sg_device']); // it signs no one in
    expect((await signIn('twofactored', NEW_PASSWORD)).json()).toEqual({ require2FA: true, method: 'totp' });
  });

  test('a changed address leaves no valid link in the old mailbox, and a disabled user gets none', async () => {
    const user = await newUser(app, 'movedaway1');
    const token = await mailedToken(user.email);
    await user.post('/email-verification/update-email?newEmail=moved-away@example.com');
    await app.browser().get(`/email-verification/verify?token=${tokenIn(await waitForMail(app, 'moved-away@example.com'))}`);
    expect((await reset(token)).statusCode).toBe(410);

    await sql`update users set disabled_at = now() where id = ${user.userId}`.execute(app.platform.db.query);
    await forgot('moved-away@example.com');
    await settle('afterthat3');
    expect(app.mailer.sent.filter(({ to }) => to === 'moved-away@example.com')).toHaveLength(1);
  });
});
