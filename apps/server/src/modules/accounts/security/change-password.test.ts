import { beforeAll, describe, expect, test } from 'vitest';
import { newUser, PASSWORD } from '../../../../test/accounts';
import { startTestApp, type TestApp } from '../../../../test/app';
import { isSignedIn, mailAbout, signIn } from '../../../../test/sign-ins';

const NEW = 'Green-Teapot-77';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['worker'] });
});

describe('change of password', () => {
  test('needs the current one, ends the other sessions, and only the new one signs in', async () => {
    const browser = await newUser(app, 'pw_owner1');
    const other = app.browser();
    await signIn(other, 'pw_owner1');
    const wrong = await browser.post('/auth/change-password', { currentPassword: 'not-mine-1', newPassword: NEW });
    expect(wrong.statusCode).toBe(403);
    expect(wrong.json().code).toBe('wrong_password');
    expect(await isSignedIn(other)).toBe(true);

    const stolen = app.browser();
    stolen.cookies.set('sg_session', browser.cookies.get('sg_session') ?? '');
    expect((await browser.post('/auth/change-password', { currentPassword: PASSWORD, newPassword: NEW })).statusCode).toBe(200);
    expect(await isSignedIn(browser)).toBe(true);
    expect(await isSignedIn(stolen)).toBe(false); // a copy of the cookie ends too
    expect(await isSignedIn(other)).toBe(false);
    expect((await signIn(app.browser(), 'pw_owner1')).json().code).toBe('invalid_credentials');
    expect((await signIn(app.browser(), 'pw_owner1', { password: NEW })).statusCode).toBe(200);
    await mailAbout(app, 'pw_owner1@example.com', /password was changed/);
  });

  test.each([
    ['short', 'Ab1!', 'short_password'],
    ['one kind only', 'onlyletters', 'weak_password'],
    ['common', 'P@ssw0rd', 'common_password'],
    ['guessable', 'Summer2024!', 'guessable_password'],
    ['empty', '', 'invalid_value'],
    ['endless', 'x'.repeat(257), 'invalid_value'],
  ])('refuses a new password that is %s', async (what, newPassword, code) => {
    const browser = await newUser(app, `pw_${what.slice(0, 5).replace(' ', '_')}_1`);
    const answer = await browser.post('/auth/change-password', { currentPassword: PASSWORD, newPassword });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code, errors: [{ path: 'newPassword' }] });
  });

  test('64 characters and more are significant to the last one', async () => {
    const long = `${'Kettle-7'.repeat(16)}`;
    const browser = await newUser(app, 'pw_long_1');
    await browser.post('/auth/change-password', { currentPassword: PASSWORD, newPassword: long });
    expect((await signIn(app.browser(), 'pw_long_1', { password: long.slice(0, -1) })).statusCode).toBe(401);
    expect((await signIn(app.browser(), 'pw_long_1', { password: long })).statusCode).toBe(200);
  });

  test('of two concurrent changes one wins', async () => {
    const browser = await newUser(app, 'pw_twice_1');
    const answers = await Promise.all(
      ['Green-Teapot-77', 'Brown-Saucer-88'].map((newPassword) =>
        browser.post('/auth/change-password', { currentPassword: PASSWORD, newPassword }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 403]);
  });
});
