import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newUser, PASSWORD, tokenIn } from '../../../../test/accounts';
import { type Browser, startTestApp, type TestApp } from '../../../../test/app';
import { newAuthenticator } from '../../../../test/passkeys';
import { enableTwoFactor, mailAbout, markWeek, notMe, reportTheft, signIn } from '../../../../test/sign-ins';
import { type Merchant, newMerchant, newStore } from '../../../../test/stores';
import { manualClock } from '../../../platform/clock';
import { besideTransaction } from '../../../platform/db/db';

// The audit log has the database's time.
const now = () => new Date().toISOString();
const clock = manualClock(now());
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['worker'], env: { ADDRESS_LOCK_HOURS: '0' }, clocks: { business: clock, real: clock } });
});
beforeEach(() => clock.set(now()));

const sessionOf = async (browser: Browser) => (await browser.get('/auth')).json();
const resetTo = (token: string) => app.browser().post('/auth/reset-password', { token, password: PASSWORD });

/** As a thief with the password or a fresh session does. */
async function moveTo(merchant: Merchant, email: string): Promise<void> {
  expect((await merchant.post(`/email-verification/update-email?newEmail=${email}`)).statusCode).toBe(200);
  const token = tokenIn(await mailAbout(app, email, /^Verify your email$/));
  expect((await app.browser().get(`/email-verification/verify?token=${token}`)).statusCode).toBe(200);
  await mailAbout(app, merchant.email, /^Your email address was changed$/);
}

test.each([
  ['has signed up with it', false],
  ['has even verified it', true],
])('the address goes back to the owner also when somebody %s', async (_, isVerified) => {
  const name = isVerified ? 'held_2' : 'held_1';
  const owner = await newMerchant(app, name);
  await moveTo(owner, `thief_${name}@example.com`);
  const blocker = await newUser(app, `blocker_${name}`);
  const { query } = app.platform.db;
  await query
    .updateTable('users')
    .set({ email_verified_at: null, email_released_at: clock.now() })
    .where('id', '=', blocker.userId)
    .execute();
  await query
    .updateTable('users')
    .set({ email: owner.email, email_key: owner.email, email_released_at: null, email_verified_at: isVerified ? clock.now() : null })
    .where('id', '=', blocker.userId)
    .execute();

  await reportTheft(app, owner, name, /^Your email address was changed$/);
  expect(await sessionOf(owner)).toMatchObject({ userId: owner.userId, email: owner.email, emailVerified: true });
  expect(await sessionOf(blocker)).toMatchObject({ userId: blocker.userId, emailVerified: false });
  expect((await blocker.post(`/email-verification/update-email?newEmail=other_${name}@example.com`)).statusCode).toBe(200);
});

test('a thief who used up the mails of the hour does not delay the link for a new password', async () => {
  const owner = await newMerchant(app, 'used_up');
  await owner.post('/email-verification/update-email?newEmail=elsewhere@example.com');
  await mailAbout(app, owner.email, /new email address was entered/);
  await app.browser().post('/auth/forgot-password', { email: owner.email });
  await mailAbout(app, owner.email, /^Reset your password$/);
  const sent = app.mailer.sent.length;
  await notMe(app, owner, /new email address was entered/);
  const reset = tokenIn(await mailAbout(app, owner.email, /^Reset your password$/, sent));
  expect((await resetTo(reset)).statusCode).toBe(200);
});

test('an address that was never proven decides nothing once another one is', async () => {
  const user = await newUser(app, 'mistyped');
  await enableTwoFactor(user, clock);
  const { text } = await mailAbout(app, user.email, /^Two-factor authentication was turned on$/);
  await user.post('/email-verification/update-email?newEmail=right_one@example.com');
  const verify = tokenIn(await mailAbout(app, 'right_one@example.com', /^Verify your email$/));
  await app.browser().get(`/email-verification/verify?token=${verify}`);
  const token = /account-change#([\w-]+)/.exec(text)?.[1] ?? '';
  expect((await app.browser().post('/auth/change-notice/not-me', { token })).json().code).toBe('token_expired');
});

test('the mailbox alone does not open an account with a passkey: it stays, and that it is required', async () => {
  const owner = await newMerchant(app, 'kept_key');
  const phone = newAuthenticator();
  const add = async (name: string, authenticator = newAuthenticator()) =>
    owner.post('/passkeys', { name, credential: authenticator.create((await owner.post('/passkeys/options')).json()) });
  expect((await add('Phone', phone)).statusCode).toBe(201);
  const lately = markWeek(clock);
  const confirm = async () =>
    owner.post('/auth/confirm-passkey', { credential: phone.get((await owner.post('/auth/passkey/options')).json()) });
  expect((await confirm()).statusCode).toBe(200);
  const security = `/user/${owner.userId}/security`;
  expect((await owner.put(security, { twoFactorRequired: true, secondFactorFor: ['keys'] })).statusCode).toBe(200);
  expect((await add('Thief')).statusCode).toBe(201);
  lately();

  await notMe(app, owner, /^A passkey was added$/);
  expect((await resetTo(tokenIn(await mailAbout(app, owner.email, /^Reset your password$/)))).statusCode).toBe(200);
  const browser = app.browser();
  expect((await signIn(browser, 'kept_key')).json()).toMatchObject({ require2FA: true });
  expect((await sessionOf(browser)).isAuthenticated).toBe(false);
  const { query } = app.platform.db;
  const passkeys = await query.selectFrom('passkeys').select('name').where('user_id', '=', owner.userId).execute();
  expect(passkeys).toEqual([{ name: 'Phone' }]);
  const credential = phone.get((await browser.post('/auth/passkey/options')).json());
  expect((await browser.post('/auth/passkey', { credential })).statusCode).toBe(200); // the owner, who has lost only the password
  expect((await browser.get(security)).json()).toMatchObject({ twoFactorRequired: true, secondFactorFor: ['keys'] });
});

test('a report waits for a change of a store, which does not wait for the report', async () => {
  const owner = await newMerchant(app, 'no_deadlock');
  const { id } = await newStore(owner);
  await owner.put(`/store/${id}/embed`, { origins: ['https://thief.example'] });
  await mailAbout(app, owner.email, /^The websites with the checkout/);
  const { db } = app.platform;
  const report = await db.transaction(async (tx) => {
    await sql`select 1 from stores where id = ${id} for no key update`.execute(tx);
    const answer = besideTransaction(() => notMe(app, owner, /^The websites with the checkout/));
    answer.catch(() => undefined); // awaited below
    const isWaiting = async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db.query);
      if (rows.length === 0) throw new Error('the report does not wait yet');
    };
    await besideTransaction(() => vi.waitFor(isWaiting, { timeout: 10_000, interval: 50 }));
    await sql`set local lock_timeout = '500ms'`.execute(tx);
    await sql`insert into audit_log (actor, action, subject, user_id, detail)
      values ('x', 'embed-origins.changed', ${id}, ${owner.userId}, '{}')`.execute(tx);
    return { answer };
  });
  await report.answer;
});

test('roles and mails are as they were', async () => {
  const owner = await newMerchant(app, 'as_before');
  const [support, former] = [await newMerchant(app, 'as_support'), await newMerchant(app, 'as_former')];
  const { query } = app.platform.db;
  const member = (user: Merchant, role: string) =>
    query.insertInto('team_members').values({ account_id: owner.userId, member_id: user.userId, role, added_at: clock.now() }).execute();
  await member(support, 'support');
  await member(former, 'manager');
  const mails = `/user/${owner.userId}/notifications`;
  await owner.put(mails, { invoicePaid: true });
  const theirs = markWeek(clock);
  for (const role of ['accountant', 'manager']) await owner.put(`/team/members/${support.userId}`, { role });
  await owner.put(`/team/members/${former.userId}`, { role: 'read-only' });
  await owner.delete(`/team/members/${former.userId}`);
  await owner.put(mails, { invoicePaid: false, lowBalance: false, monthlyStatement: true });
  theirs();
  await reportTheft(app, owner, 'as_before', /^A team role was changed$/);
  expect((await owner.get('/team')).json().members).toMatchObject([{ username: 'as_support', role: 'support' }]);
  expect((await owner.get(mails)).json()).toEqual({ invoicePaid: true, lowBalance: true, monthlyStatement: false });
});

test('a link for a new password of an address that another account has proven is refused as elsewhere', async () => {
  const stranger = await newUser(app, 'unproven');
  await app.browser().post('/auth/forgot-password', { email: stranger.email });
  const token = tokenIn(await mailAbout(app, stranger.email, /^Reset your password$/));
  const stale = { email_released_at: clock.now() }; // as after a day
  await app.platform.db.query.updateTable('users').set(stale).where('id', '=', stranger.userId).execute();
  const owner = await newMerchant(app, 'prover');
  await moveTo(owner, stranger.email);
  const answer = await resetTo(token);
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'email_taken']);
});
