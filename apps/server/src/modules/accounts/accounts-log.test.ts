import { beforeAll, expect, test } from 'vitest';
import { newUser, PASSWORD, tokenIn, waitForMail } from '../../../test/accounts';
import { type Browser, startTestApp, type TestApp } from '../../../test/app';
import { appCode, enableTwoFactor, mailAbout, signIn } from '../../../test/sign-ins';
import { manualClock } from '../../platform/clock';
import { createLogger } from '../../platform/log';

const clock = manualClock('2026-03-01T10:00:00Z');
const lines: string[] = [];
const secrets = new Map<string, string>();
let app: TestApp;
beforeAll(async () => {
  const log = createLogger('debug', { write: (line) => void lines.push(line) });
  app = await startTestApp({ clocks: { real: clock, business: clock }, roles: ['worker'], log });
});

const keepCookies = (browser: Browser, when: string) => {
  for (const [name, value] of browser.cookies) secrets.set(`${name} ${when}`, value);
};

/** Collects everything a log must not contain during a whole account life: valid and invalid input, and failures of ours. */
test('the log of a whole account life holds no password, code, cookie, token or secret', async () => {
  const owner = await newUser(app, 'canary_1');
  secrets
    .set('password', PASSWORD)
    .set('wrong password', 'Canary-wrong-pass-1')
    .set('new password', 'Canary-Teapot-77')
    .set('reset password', 'Canary-Saucer-88');
  await signIn(app.browser(), 'canary_1', { password: 'Canary-wrong-pass-1' });
  const failed = lines.filter((line) => line.includes('sign-in failed'));
  expect(failed).toHaveLength(1);
  expect(failed[0]).toMatch(/"name":"[\w-]{16}"/);
  expect(failed[0]).not.toContain('canary_1');
  keepCookies(owner, 'after sign-up');

  await owner.post('/email-verification/send');
  const verification = tokenIn(await waitForMail(app, owner.email));
  secrets.set('verification token', verification);
  await owner.get(`/email-verification/verify?token=${verification}`);
  await owner.get('/email-verification/verify?token=canary-unknown-token');
  secrets.set('unknown token', 'canary-unknown-token');

  const { secret, recoveryCodes } = await enableTwoFactor(owner, clock);
  secrets.set('TOTP secret', secret).set('set-up code', appCode(secret, clock.now()));
  for (const [slot, code] of recoveryCodes.entries()) secrets.set(`recovery code ${slot}`, code);
  clock.advance(60_000);
  const browser = app.browser();
  await signIn(browser, 'canary_1', { remember: 'true' });
  keepCookies(browser, 'pending');
  secrets.set('wrong code', '918273').set('sign-in code', appCode(secret, clock.now()));
  await browser.form('/2fa/verify-login', { username: 'canary_1', code: '918273' });
  await browser.form('/2fa/verify-login', { username: 'canary_1', code: appCode(secret, clock.now()) });
  keepCookies(browser, 'signed in');
  await browser.form('/auth/confirm', { password: PASSWORD, code: recoveryCodes[0] ?? '' });
  keepCookies(browser, 'confirmed');
  await browser.post('/auth/change-password', { currentPassword: PASSWORD, newPassword: 'Canary-Teapot-77' });
  await browser.post('/2fa/disable');

  await browser.send({
    method: 'PUT',
    url: `/api/v1/user/${owner.userId}/security`,
    payload: { emailOtp: true, whitelistIp: true, allowedIps: ['127.0.0.1'] },
  });
  const away = app.browser();
  const credentials = { username: 'canary_1', password: 'Canary-Teapot-77' };
  await away.send({ method: 'POST', url: '/api/v1/auth/whitelist-link', remoteAddress: '203.0.113.9', payload: credentials });
  const unlock = tokenIn(await mailAbout(app, owner.email, /network address/));
  secrets.set('whitelist token', unlock);
  await away.form('/auth/whitelist-link/use', { token: unlock });
  keepCookies(away, 'behind the link');
  const mailed = /\b\d{6}\b/.exec((await mailAbout(app, owner.email, /code/i)).text)?.[0] ?? '';
  secrets.set('mailed code', mailed);
  await away.form('/2fa/verify-login', { username: 'canary_1', code: mailed });

  await app.browser().post('/auth/forgot-password', { email: owner.email });
  const reset = tokenIn(await mailAbout(app, owner.email, /Reset/));
  secrets.set('reset token', reset);
  await app.browser().post('/auth/reset-password', { token: reset, password: 'Canary-Saucer-88' });

  // Input that fails in the database, and a malformed body.
  const nul = await app.browser().form('/auth/login', { username: 'canary\0', password: 'Canary-Saucer-88' });
  expect(nul.statusCode).toBe(400);
  await app.browser().send({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: '{"username":"canary_1","password":"Canary-Saucer-88"',
  });
  await app.browser().get('/auth', { authorization: `Bearer ${owner.cookies.get('sg_session')}` });

  const written = lines.join('');
  expect(lines.length).toBeGreaterThan(20);
  expect(written).toContain('two-factor turned on');
  expect(written).toContain('"refusal":"invalid_credentials"');
  expect(secrets.size).toBeGreaterThan(25);
  const found = [...secrets].filter(([, value]) => value.length >= 6 && written.includes(value)).map(([name]) => name);
  expect(found).toEqual([]);
});

/** Of those written while `act` ran. */
async function signInLines(act: () => Promise<unknown>): Promise<object[]> {
  const before = lines.length;
  await act();
  const written = lines.slice(before).map((line) => JSON.parse(line));
  return written.flatMap(({ msg, userId, ip, withSecondFactor }) =>
    /^sign(ed|-in)/.test(msg) ? [{ msg, userId, ip, withSecondFactor }] : [],
  );
}

test('each sign-in and each confirmation is a line with the user, the address and whether a second factor was given; a failed one is neither', async () => {
  const owner = await newUser(app, 'logged_in');
  const [{ userId }, ip] = [(await owner.get('/auth')).json(), '127.0.0.1'];
  const browser = app.browser();
  expect(await signInLines(() => signIn(browser, 'logged_in'))).toEqual([{ msg: 'signed in', userId, ip, withSecondFactor: false }]);
  const confirmed = await signInLines(() => browser.form('/auth/confirm', { password: PASSWORD, code: '' }));
  expect(confirmed).toEqual([{ msg: 'sign-in confirmed', userId, ip, withSecondFactor: false }]);
  const { secret } = await enableTwoFactor(browser, clock);
  clock.advance(60_000);
  const pending = app.browser();
  expect(await signInLines(() => signIn(pending, 'logged_in'))).toEqual([]);
  const code = () => pending.form('/2fa/verify-login', { username: 'logged_in', code: appCode(secret, clock.now()) });
  expect(await signInLines(code)).toEqual([{ msg: 'signed in', userId, ip, withSecondFactor: true }]);
  expect(await signInLines(() => signIn(app.browser(), 'logged_in', { password: 'Canary-wrong-pass-2' }))).toMatchObject([
    { msg: 'sign-in failed' },
  ]);
});
