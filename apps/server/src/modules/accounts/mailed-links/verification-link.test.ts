import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { newUser, PASSWORD, tokenIn, waitForMail } from '../../../../test/accounts';
import { type Browser, startTestApp, type TestApp } from '../../../../test/app';
import { manualClock } from '../../../platform/clock';

const clock = manualClock('2026-03-01T08:00:00Z');
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ roles: ['worker'], clocks: { real: clock, business: clock } });
});

const read = (token: string, browser: Browser = app.browser()) => browser.post('/email-verification/link', { token });
const refuse = (token: string) => app.browser().post('/email-verification/not-me', { token });
const verify = (token: string) => app.browser().get(`/email-verification/verify?token=${token}`);
const signUp = (username: string, email: string) => app.browser().post('/auth/signup', { username, email, password: PASSWORD });
const signIn = (username: string) => app.browser().form('/auth/login', { username, password: PASSWORD });

/** Who signed up, with the link that their mailbox got. */
async function signedUp(username: string) {
  const user = await newUser(app, username);
  await user.post('/email-verification/send');
  return { user, token: tokenIn(await waitForMail(app, user.email)) };
}

async function entriesOf(userId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select action, actor, ip, device, detail from audit_log where user_id = ${userId} order by id`.execute(app.platform.db.query);
  return rows;
}

describe('what a verification link is about', () => {
  test('names the account and verifies nothing, however often it is read', async () => {
    const { user, token } = await signedUp('namedhere1');
    const shown = { username: 'namedhere1', email: user.email, createDate: clock.now().toISOString(), isSignUp: true, isDone: false };
    for (const _ of [1, 2]) expect((await read(token)).json()).toEqual({ ...shown, isOwn: false });
    expect((await read(token, user)).json()).toEqual({ ...shown, isOwn: true });
    expect((await read(token, await newUser(app, 'somebody1'))).json()).toMatchObject({ isOwn: false });
    expect((await user.get('/auth')).json()).toMatchObject({ emailVerified: false });

    expect((await verify(token)).statusCode).toBe(200);
    expect((await read(token)).json()).toMatchObject({ isDone: true });
  });

  test('a link that was replaced, is over or is none of ours is refused by both calls', async () => {
    const { user, token } = await signedUp('replaced_1');
    clock.advance(MINUTE);
    await user.post('/email-verification/send');
    const newer = tokenIn(await waitForMail(app, user.email, 2));
    for (const gone of [token, 'x', 'a'.repeat(128)]) {
      expect((await read(gone)).json()).toMatchObject({ code: 'token_expired' });
      expect((await refuse(gone)).statusCode).toBe(410);
    }
    clock.advance(DAY);
    expect((await read(newer)).statusCode).toBe(410);
    expect((await refuse(newer)).statusCode).toBe(410);
    expect((await signIn('replaced_1')).statusCode).toBe(200);
  });
});

describe('the owner of the mailbox refuses', () => {
  test('a sign-up: nobody gets in any more, the address is free, and the account can never verify it', async () => {
    const { user, token } = await signedUp('stranger_1');
    expect((await signUp('mailowner1', user.email)).json()).toMatchObject({ code: 'email_taken' });
    expect((await refuse(token)).statusCode).toBe(200);
    expect((await user.get('/auth')).json()).toMatchObject({ isAuthenticated: false });
    expect((await signIn('stranger_1')).json()).toMatchObject({ code: 'account_disabled' });
    for (const repeated of [verify, read, refuse]) expect((await repeated(token)).statusCode).toBe(410);
    expect(await entriesOf(user.userId)).toEqual([
      { action: 'sign-up.refused', actor: 'Stablegate', ip: null, device: null, detail: { email: user.email } },
    ]);

    const owner = app.browser();
    expect((await owner.post('/auth/signup', { username: 'mailowner1', email: user.email, password: PASSWORD })).statusCode).toBe(201);
    await owner.form('/auth/login', { username: 'mailowner1', password: PASSWORD });
    await owner.post('/email-verification/send');
    await verify(tokenIn(await waitForMail(app, user.email, 2)));
    expect((await owner.get('/auth')).json()).toMatchObject({ email: user.email, emailVerified: true });
  });

  test('a change: the account keeps its address, its sessions and its access', async () => {
    const { user, token } = await signedUp('changing_1');
    await verify(token);
    clock.advance(MINUTE);
    await user.post('/email-verification/update-email?newEmail=no-thanks@example.com');
    const changing = tokenIn(await waitForMail(app, 'no-thanks@example.com'));
    expect((await read(changing)).json()).toMatchObject({ username: 'changing_1', email: 'no-thanks@example.com', isSignUp: false });
    expect((await refuse(changing)).statusCode).toBe(200);
    expect((await user.get('/auth')).json()).toMatchObject({ email: user.email, pendingEmail: null, emailVerified: true });
    expect((await verify(changing)).statusCode).toBe(410);
    expect((await signIn('changing_1')).statusCode).toBe(200);
    expect((await entriesOf(user.userId)).at(-1)).toMatchObject({
      action: 'email.refused',
      ip: null,
      detail: { email: 'no-thanks@example.com' },
    });
    expect((await signUp('nothanks_1', 'no-thanks@example.com')).statusCode).toBe(201);
  });

  test('a correction of a sign-up: only that', async () => {
    const user = await newUser(app, 'mistyped_1');
    await user.post('/email-verification/update-email?newEmail=not-yours@example.com');
    expect((await refuse(tokenIn(await waitForMail(app, 'not-yours@example.com')))).statusCode).toBe(200);
    expect((await user.get('/auth')).json()).toMatchObject({ isAuthenticated: true, email: user.email, pendingEmail: null });
  });

  test('an account that lost its address to another one is not disabled: it may have merchants', async () => {
    const { user, token } = await signedUp('lost_mail1');
    await sql`update users set email_released_at = now() where id = ${user.userId}`.execute(app.platform.db.query);
    expect((await read(token)).json()).toMatchObject({ isSignUp: false });
    expect((await refuse(token)).statusCode).toBe(200);
    expect((await user.get('/auth')).json()).toMatchObject({ isAuthenticated: true, emailVerified: false });
    expect((await verify(token)).statusCode).toBe(410);
  });

  test('at the same moment as it is verified: one of the two happens', async () => {
    for (const name of ['bothways_1', 'bothways_2', 'bothways_3']) {
      const { user, token } = await signedUp(name);
      const [verified, refused] = await Promise.all([verify(token), refuse(token)]);
      expect([verified.statusCode, refused.statusCode].toSorted()).toEqual([200, 410]);
      expect((await user.get('/auth')).json()).toMatchObject({ isAuthenticated: verified.statusCode === 200 });
    }
  });
});
