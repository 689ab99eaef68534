import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { newUser, PASSWORD, tokenIn, waitForMail } from '../../../../test/accounts';
import { startTestApp, type TestApp } from '../../../../test/app';
import { manualClock } from '../../../platform/clock';

const clock = manualClock('2026-03-01T08:00:00Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ roles: ['worker'], clocks: { real: clock, business: clock } });
});

const verify = (token: string) => app.browser().get(`/email-verification/verify?token=${token}`);
const update = (
  browser: { post: TestApp['browser'] extends () => infer B ? (B extends { post: infer P } ? P : never) : never },
  email: string,
) => browser.post(`/email-verification/update-email?newEmail=${encodeURIComponent(email)}`);

describe('verifying the address of the sign-up', () => {
  test('sign-up sends nothing; the verification gate does, and the link in the mail unlocks the account', async () => {
    const user = await newUser(app, 'linhmai');
    expect(app.mailer.sent).toEqual([]);
    expect((await user.post('/email-verification/send')).json()).toEqual({ message: 'Verification link sent!' });
    const mail = await waitForMail(app, user.email);
    expect(mail.subject).toBe('Verify your email');
    expect(mail.text).toContain('http://localhost:0/email-verification/verify?token=');
    expect(mail.html).toContain('Hello <span');
    expect(mail.html).toContain('The link works for 24 hours.'); // not once: opened again, it answers the same

    const token = tokenIn(mail);
    const first = await verify(token);
    expect(first.statusCode).toBe(200);
    expect((await user.get('/auth')).json()).toMatchObject({ emailVerified: true, email: user.email, pendingEmail: null });
    expect((await verify(token)).statusCode).toBe(200); // repeated: the same
    expect((await user.post('/email-verification/send')).statusCode).toBe(200);
    expect(app.mailer.sent.filter(({ to }) => to === user.email)).toHaveLength(1); // already verified: no further mail
  });

  test('within 60 seconds a second mail is refused, however many concurrent requests', async () => {
    const user = await newUser(app, 'hurryman');
    const answers = await Promise.all(Array.from({ length: 10 }, () => user.post('/email-verification/send')));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(refused?.json()).toMatchObject({ status: 'error', code: 'WAIT_BEFORE_RESEND' });
    expect(refused?.headers['retry-after']).toBe('60');
    clock.advance(59 * SECOND);
    expect((await user.post('/email-verification/send')).headers['retry-after']).toBe('1');
    clock.advance(SECOND);
    expect((await user.post('/email-verification/send')).statusCode).toBe(200);
    expect(tokenIn(await waitForMail(app, user.email, 2))).not.toBe(tokenIn(await waitForMail(app, user.email, 1)));
  });

  test('only the newest link works, and each for 24 hours', async () => {
    const user = await newUser(app, 'newestone');
    await user.post('/email-verification/send');
    const older = tokenIn(await waitForMail(app, user.email, 1));
    clock.advance(MINUTE);
    await user.post('/email-verification/send');
    const newer = tokenIn(await waitForMail(app, user.email, 2));
    expect((await verify(older)).json()).toMatchObject({ code: 'token_expired' });
    expect((await verify(older)).statusCode).toBe(410);
    clock.advance(24 * HOUR);
    expect((await verify(newer)).statusCode).toBe(410);
    await user.form('/auth/login', { username: 'newestone', password: PASSWORD });
    await user.post('/email-verification/send');
    const last = tokenIn(await waitForMail(app, user.email, 3));
    clock.advance(24 * HOUR - 1);
    expect((await verify(last)).statusCode).toBe(200);
  });

  test.each(['x', 'unknown-token', '%00', 'a'.repeat(128)])('the token %s is none of ours', async (token) => {
    expect((await verify(token)).statusCode).toBe(410);
  });

  test('the table of links holds no token', async () => {
    const { rows } = await sql<{ text: string }>`select string_agg(l::text, '') as text from mailed_links l`.execute(app.platform.db.query);
    for (const mail of app.mailer.sent) expect(rows[0]?.text).not.toContain(tokenIn(mail));
  });
});

describe('changing the address', () => {
  async function verified(name: string) {
    const user = await newUser(app, name);
    await user.post('/email-verification/send');
    await verify(tokenIn(await waitForMail(app, user.email)));
    clock.advance(MINUTE);
    return user;
  }

  test('the new address is pending until its link is opened; then the old one is notified', async () => {
    const user = await verified('movinguser');
    expect((await update(user, 'moved@example.com')).json()).toEqual({ message: 'Verification sent to new email.' });
    expect((await user.get('/auth')).json()).toMatchObject({ email: user.email, pendingEmail: 'moved@example.com', emailVerified: true });
    await verify(tokenIn(await waitForMail(app, 'moved@example.com')));
    expect((await user.get('/auth')).json()).toMatchObject({ email: 'moved@example.com', pendingEmail: null, emailVerified: true });
    expect((await waitForMail(app, user.email, 2)).subject).toBe('A new email address was entered');
    const notice = await waitForMail(app, user.email, 3);
    expect(notice.subject).toBe('Your email address was changed');
    expect(notice.text).toContain(`Email: ${user.email} → moved@example.com`);
  });

  test('a verified account needs a recent sign-in, an unverified one may correct its address', async () => {
    const [known, fresh] = [await verified('oldsession'), await newUser(app, 'typouser1')];
    clock.advance(15 * MINUTE);
    expect((await update(known, 'thief@example.com')).json()).toMatchObject({ code: 'recent_sign_in_required' });
    expect((await update(fresh, 'Corrected@example.com')).statusCode).toBe(200);
    expect((await fresh.get('/auth')).json()).toMatchObject({
      email: fresh.email,
      pendingEmail: 'Corrected@example.com',
      emailVerified: false,
    });
    await verify(tokenIn(await waitForMail(app, 'Corrected@example.com')));
    expect((await fresh.get('/auth')).json()).toMatchObject({ email: 'Corrected@example.com', emailVerified: true });
    expect(app.mailer.sent.filter(({ to }) => to === fresh.email)).toEqual([]); // a mistyped address may be a stranger's
  });

  test('422 comes before 409, and 409 before 429', async () => {
    const [user, other] = [await verified('orderuser1'), await newUser(app, 'orderuser2')];
    expect((await update(user, 'first-new@example.com')).statusCode).toBe(200); // from now on 429 would apply
    expect((await update(user, 'no-address')).statusCode).toBe(422);
    expect((await update(user, user.email.toUpperCase())).statusCode).toBe(422);
    expect((await update(user, other.email.toUpperCase())).json()).toMatchObject({ code: 'email_taken' });
    expect((await update(user, 'second-new@example.com')).json()).toMatchObject({ code: 'WAIT_BEFORE_RESEND' });
    expect((await user.get('/auth')).json().pendingEmail).toBe('first-new@example.com');
  });

  test('of two pending claims to an address the first opened link wins', async () => {
    const [one, two] = [await newUser(app, 'raceuser1'), await newUser(app, 'raceuser2')];
    await update(one, 'wanted@example.com');
    await update(two, 'wanted@example.com');
    await waitForMail(app, 'wanted@example.com', 2);
    const tokens = app.mailer.sent.filter(({ to }) => to === 'wanted@example.com').map(tokenIn);
    const answers = await Promise.all(tokens.map(verify));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'email_taken' });
  });

  test('guests are refused', async () => {
    expect((await app.browser().post('/email-verification/send')).statusCode).toBe(401);
    expect((await update(app.browser(), 'guest@example.com')).statusCode).toBe(401);
  });
});

describe('an address that nobody verified', () => {
  const signUp = (username: string, email: string) => app.browser().post('/auth/signup', { username, email, password: PASSWORD });

  test('blocks others for 24 hours; whoever proves it has it', async () => {
    const squatter = await newUser(app, 'squatter1');
    const owner = await newUser(app, 'realowner');
    expect((await signUp('too_early', squatter.email)).json().code).toBe('email_taken');
    expect((await update(owner, squatter.email)).json().code).toBe('email_taken');
    clock.advance(24 * HOUR);
    expect((await update(await signedIn('realowner'), squatter.email)).statusCode).toBe(200);
    expect((await signUp('newcomer1', squatter.email)).statusCode).toBe(201);
    expect((await signUp('newcomer2', squatter.email)).json().code).toBe('email_taken'); // one at a time

    const token = tokenIn(await waitForMail(app, squatter.email));
    expect((await verify(token)).statusCode).toBe(200); // the owner of the mailbox opens the link
    expect((await (await signedIn('realowner')).get('/auth')).json()).toMatchObject({ email: squatter.email, emailVerified: true });
    clock.advance(48 * HOUR);
    expect((await signUp('newcomer3', squatter.email)).json().code).toBe('email_taken'); // a verified one is never released
    expect((await (await signedIn('squatter1')).get('/auth')).json()).toMatchObject({ emailVerified: false }); // the account goes on
    expect((await update(await signedIn('squatter1'), 'squatter-own@example.com')).statusCode).toBe(200);
  });

  /** Sessions idle for 12 hours are over. */
  async function signedIn(username: string) {
    const browser = app.browser();
    expect((await browser.form('/auth/login', { username, password: PASSWORD })).statusCode).toBe(200);
    return browser;
  }
});
