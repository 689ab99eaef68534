import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});

const account = (name: string) => ({ username: name, email: `${name}@example.com`, password: 'Blue-Kettle-42' });

describe('sign up, sign in, sign out', () => {
  test('a new account signs in, is known to the session, and signs out for good', async () => {
    const browser = app.browser();
    expect((await browser.post('/auth/signup', account('linhmai'))).statusCode).toBe(201);
    expect((await browser.form('/auth/login', { username: 'LinhMai', password: 'Blue-Kettle-42' })).statusCode).toBe(200);
    const session = (await browser.get('/auth')).json();
    expect(session).toMatchObject({ isAuthenticated: true, emailVerified: false, isAdmin: false, email: 'linhmai@example.com' });
    const user = await browser.get(`/user/${session.userId}`);
    expect(user.json()).toMatchObject({ username: 'linhmai', roles: [{ authority: 'USER' }], balance: 0 });

    const token = [...browser.cookies];
    await browser.post('/auth/logout');
    for (const [name, value] of token) browser.cookies.set(name, value); // a thief who kept the cookie
    expect((await browser.get('/auth')).json().isAuthenticated).toBe(false);
    expect((await browser.get(`/user/${session.userId}`)).json()).toMatchObject({ status: 'error', code: 'not_signed_in' });
  });

  test('a wrong password and an unknown name get the same answer', async () => {
    const browser = app.browser();
    await browser.post('/auth/signup', account('hoangnam'));
    const wrong = await browser.form('/auth/login', { username: 'hoangnam', password: 'not-the-one-9' });
    const unknown = await browser.form('/auth/login', { username: 'nobodyhere', password: 'not-the-one-9' });
    expect(wrong.statusCode).toBe(401);
    const { requestId: _a, ...first } = wrong.json();
    const { requestId: _b, ...second } = unknown.json();
    expect(first).toEqual(second);
    expect(first).toMatchObject({ code: 'invalid_credentials', message: 'Invalid username or password' });
  });

  test('a taken name or address is refused whatever its case, and twenty concurrent sign-ups create one account', async () => {
    const browser = app.browser();
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.post('/auth/signup', account('sametime'))));
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1);
    expect((await browser.post('/auth/signup', { ...account('SameTime'), email: 'other@example.com' })).json().code).toBe('username_taken');
    expect((await browser.post('/auth/signup', { ...account('different'), email: 'SAMETIME@example.com' })).json().code).toBe(
      'email_taken',
    );
  });

  test.each([
    ['username', { username: 'short' }, 'invalid_value'],
    ['username', { username: 'much_too_long_name' }, 'invalid_value'],
    ['username', { username: 'with space' }, 'invalid_value'],
    ['email', { email: 'no-address' }, 'invalid_value'],
    ['password', { password: 'Ab1!' }, 'short_password'],
    ['password', { password: 'onlyletters' }, 'weak_password'],
    ['password', { password: 'P@ssw0rd' }, 'common_password'],
    ['password', { password: 'Password1!' }, 'guessable_password'],
  ])('a bad %s is refused and named', async (path, change, code) => {
    const answer = await app.browser().post('/auth/signup', { ...account('goodname'), ...change });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ status: 'error', code, errors: [{ path }] });
    expect(answer.json().requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("another user's record is not found", async () => {
    const [one, two] = [app.browser(), app.browser()];
    await one.post('/auth/signup', account('firstuser'));
    await two.post('/auth/signup', account('seconduser'));
    await one.form('/auth/login', { username: 'firstuser', password: 'Blue-Kettle-42' });
    await two.form('/auth/login', { username: 'seconduser', password: 'Blue-Kettle-42' });
    const { userId } = (await one.get('/auth')).json();
    expect((await two.get(`/user/${userId}`)).statusCode).toBe(404);
  });
});
