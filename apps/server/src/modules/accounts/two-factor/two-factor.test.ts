import { beforeAll, describe, expect, test } from 'vitest';
import { newUser } from '../../../../test/accounts';
import { startTestApp, type TestApp } from '../../../../test/app';
import { appCode, enableTwoFactor, isSignedIn, signIn } from '../../../../test/sign-ins';
import { manualClock } from '../../../platform/clock';
import { sha256 } from '../../../platform/secrets/crypto';
import { createPasswordHasher } from '../../../platform/secrets/password-hasher';

const MINUTE = 60_000;
const STEP = 30_000;
const clock = manualClock('2026-03-01T10:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clocks: { real: clock, business: clock } });
});

describe('set-up of an authenticator app', () => {
  test('starts with a secret, is finished by a code, and returns ten recovery codes once', async () => {
    const browser = await newUser(app, 'setup_user');
    expect((await browser.get('/2fa/setup')).statusCode).toBe(404);
    const setup = (await browser.post('/2fa/enable')).json();
    expect(setup.qrUrl).toBe(`otpauth://totp/Stablegate:setup_user?secret=${setup.secret}&issuer=Stablegate`);
    expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect((await browser.get('/2fa/setup')).json()).toEqual(setup);
    expect((await browser.post('/2fa/enable')).json()).toEqual(setup); // a double click
    expect((await browser.get(`/user/${browser.userId}/profile`)).json().twoFactorEnabled).toBe(false);

    const wrong = await browser.form('/2fa/verify-enable', { code: appCode(setup.secret, new Date(clock.now().getTime() + 90_000)) });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json()).toMatchObject({ code: 'invalid_code', message: 'Invalid code or session expired' });

    const done = await browser.form('/2fa/verify-enable', { code: appCode(setup.secret, clock.now()) });
    expect(done.statusCode).toBe(200);
    expect(new Set(done.json().recoveryCodes).size).toBe(10);
    expect((await browser.get(`/user/${browser.userId}/profile`)).json().twoFactorEnabled).toBe(true);
    expect((await browser.get('/2fa/setup')).statusCode).toBe(404);
    expect((await browser.post('/2fa/enable')).json().code).toBe('conflict');
  });

  test('belongs to the session that started it, for an hour', async () => {
    const browser = await newUser(app, 'two_windows');
    const other = app.browser();
    await signIn(other, 'two_windows');
    const { secret } = (await browser.post('/2fa/enable')).json();
    expect((await other.get('/2fa/setup')).statusCode).toBe(404);
    expect((await other.form('/2fa/verify-enable', { code: appCode(secret, clock.now()) })).statusCode).toBe(422);
    clock.advance(61 * MINUTE);
    expect((await browser.get('/2fa/setup')).statusCode).toBe(404);
  });

  test('needs a sign-in less than 15 minutes old, and so does turning it off', async () => {
    const browser = await newUser(app, 'oldsession');
    clock.advance(15 * MINUTE);
    for (const path of ['/2fa/enable', '/2fa/disable']) {
      const answer = await browser.post(path);
      expect(answer.statusCode).toBe(403);
      expect(answer.json().code).toBe('recent_sign_in_required');
    }
    expect((await browser.form('/2fa/verify-enable', { code: '123456' })).json().code).toBe('recent_sign_in_required');
  });

  test('ends the other sessions, on and off', async () => {
    const browser = await newUser(app, 'elsewhere');
    const other = app.browser();
    await signIn(other, 'elsewhere');
    const { secret } = await enableTwoFactor(browser, clock);
    expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(browser)).toBe(true);

    await signIn(other, 'elsewhere');
    clock.advance(STEP);
    await other.form('/2fa/verify-login', { username: 'elsewhere', code: appCode(secret, clock.now()) });
    expect(await isSignedIn(other)).toBe(true);
    expect((await browser.post('/2fa/disable')).statusCode).toBe(200);
    expect(await isSignedIn(other)).toBe(false);
    expect((await signIn(other, 'elsewhere')).json()).toEqual({ message: 'Login successful' });
    expect(
      (await app.platform.db.query.selectFrom('recovery_codes').selectAll().where('user_id', '=', browser.userId).execute()).length,
    ).toBe(0);
  });

  test('neither the secret nor a recovery code can be read from the database', async () => {
    const browser = await newUser(app, 'sealed_one');
    const { secret, recoveryCodes } = await enableTwoFactor(browser, clock);
    const seeds = await app.platform.db.query.selectFrom('totp_secrets').selectAll().execute();
    const codes = await app.platform.db.query.selectFrom('recovery_codes').selectAll().execute();
    const dump = JSON.stringify([seeds.map((row) => row.secret_sealed.toString('latin1')), codes], (_key, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(dump).not.toContain(secret);
    for (const code of recoveryCodes) {
      expect(dump).not.toContain(code);
      expect(dump).not.toContain(code.replaceAll('-', ''));
    }
    const unkeyed = recoveryCodes.map((code) => sha256(code.replaceAll('-', '')).toString('base64url'));
    expect(codes.filter((row) => unkeyed.includes(row.code_hash))).toEqual([]);
  });

  test('computes no password hash: the queue of sign-ins stays empty', async () => {
    const browser = await newUser(app, 'fast_codes');
    await enableTwoFactor(browser, clock);
    const codes = await app.platform.db.query.selectFrom('recovery_codes').selectAll().where('user_id', '=', browser.userId).execute();
    expect(codes).toHaveLength(10);
    expect(codes.filter((row) => row.code_hash.startsWith('$argon2'))).toEqual([]);
  });

  test('recovery codes that were stored as password hashes still work, once', async () => {
    const browser = await newUser(app, 'old_codes1');
    const { recoveryCodes } = await enableTwoFactor(browser, clock);
    const [code = ''] = recoveryCodes;
    const code_hash = await createPasswordHasher().hash(code.replaceAll('-', ''));
    await app.platform.db.query
      .updateTable('recovery_codes')
      .set({ code_hash })
      .where('user_id', '=', browser.userId)
      .where('slot', '=', 0)
      .execute();
    for (const status of [200, 401]) {
      const other = app.browser();
      await signIn(other, 'old_codes1');
      expect((await other.form('/2fa/verify-login', { username: 'old_codes1', code })).statusCode).toBe(status);
    }
  });

  test('is limited per account', async () => {
    const limited = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.1' } });
    const browser = await newUser(limited, 'again_again');
    const finish = async () => {
      const { secret } = (await browser.post('/2fa/enable')).json();
      return (await browser.form('/2fa/verify-enable', { code: appCode(secret, new Date()) })).statusCode;
    };
    expect(await finish()).toBe(200);
    await browser.post('/2fa/disable');
    expect(await finish()).toBe(200);
    await browser.post('/2fa/disable');
    expect(await finish()).toBe(429);
  });

  test('wrong codes slow down', async () => {
    const browser = await newUser(app, 'impatient1');
    const { secret } = (await browser.post('/2fa/enable')).json();
    for (let tries = 0; tries < 5; tries += 1) expect((await browser.form('/2fa/verify-enable', { code: '000000' })).statusCode).toBe(422);
    const refused = await browser.form('/2fa/verify-enable', { code: appCode(secret, clock.now()) });
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('1');
    clock.advance(1_000);
    expect((await browser.form('/2fa/verify-enable', { code: appCode(secret, clock.now()) })).statusCode).toBe(200);
  });
});
