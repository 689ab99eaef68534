import { DAY_MS } from '@stablegate/rules';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { PASSWORD, tokenIn } from '../../../../test/accounts';
import { startTestApp, type TestApp } from '../../../../test/app';
import { enableTwoFactor, mailAbout, signIn } from '../../../../test/sign-ins';
import { type Merchant, newMerchant } from '../../../../test/stores';
import { manualClock } from '../../../platform/clock';

// The audit log has the database's time.
const now = () => new Date().toISOString();
const clock = manualClock(now());
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['worker'], env: { ADDRESS_LOCK_HOURS: '24' }, clocks: { business: clock, real: clock } });
});
beforeEach(() => clock.set(now()));

async function moveTo(merchant: Merchant, email: string): Promise<void> {
  expect((await merchant.post(`/email-verification/update-email?newEmail=${email}`)).statusCode).toBe(200);
  const link = tokenIn(await mailAbout(app, email, /^Verify your email$/));
  expect((await app.browser().get(`/email-verification/verify?token=${link}`)).statusCode).toBe(200);
}
async function noticeTo(email: string, subject: RegExp, after = 0): Promise<string> {
  const { text } = await mailAbout(app, email, subject, after);
  return /account-change#([\w-]+)/.exec(text)?.[1] ?? '';
}
const notMe = (token: string) => app.browser().post('/auth/change-notice/not-me', { token });
const canSecure = async (token: string) => (await app.browser().post('/auth/change-notice', { token })).json().canSecure;
const lock = (merchant: Merchant, addressLockHours: number) => merchant.put(`/user/${merchant.userId}/security`, { addressLockHours });

test("a thief's own mailbox cannot kill the owner's link: the one from before decides, and it learns of everything", async () => {
  const owner = await newMerchant(app, 'moved_1');
  await moveTo(owner, 'thief1@example.com');
  const ofOwner = await noticeTo(owner.email, /^Your email address was changed$/);
  const ofThief = await noticeTo('thief1@example.com', /^Your email address was changed$/);
  expect([await canSecure(ofOwner), await canSecure(ofThief)]).toEqual([true, false]);
  expect((await notMe(ofThief)).json().code).toBe('email_changed_lately');

  const sent = app.mailer.sent.length;
  await owner.post('/auth/change-password', { currentPassword: PASSWORD, newPassword: 'Green-Teapot-77' });
  await noticeTo('thief1@example.com', /password was changed/, sent);
  const later = await noticeTo(owner.email, /password was changed/, sent);

  expect((await notMe(later)).statusCode).toBe(200);
  const reset = tokenIn(await mailAbout(app, owner.email, /^Reset your password$/));
  expect((await app.browser().post('/auth/reset-password', { token: reset, password: PASSWORD })).statusCode).toBe(200);
  expect((await signIn(app.browser(), 'moved_1')).statusCode).toBe(200);
  expect((await notMe(ofThief)).statusCode).toBe(410); // of a newer mailbox: gone with it
});

test('a new address that was only entered is mailed to the old mailbox, whose link drops it: the link of the new one is dead', async () => {
  const owner = await newMerchant(app, 'moved_6');
  const sent = app.mailer.sent.length;
  expect((await owner.post('/email-verification/update-email?newEmail=thief6@example.com')).statusCode).toBe(200);
  const verify = tokenIn(await mailAbout(app, 'thief6@example.com', /^Verify your email$/));
  expect((await notMe(await noticeTo(owner.email, /^A new email address was entered$/, sent))).statusCode).toBe(200);
  expect((await app.browser().get(`/email-verification/verify?token=${verify}`)).statusCode).toBe(410);
  const reset = tokenIn(await mailAbout(app, owner.email, /^Reset your password$/));
  expect((await app.browser().post('/auth/reset-password', { token: reset, password: PASSWORD })).statusCode).toBe(200);
  expect((await signIn(owner, 'moved_6')).statusCode).toBe(200);
  expect((await owner.get('/auth')).json()).toMatchObject({ email: owner.email, pendingEmail: null });
});

test('after a week the new mailbox counts; the links of the older one outlive what it does', async () => {
  const owner = await newMerchant(app, 'moved_2');
  await moveTo(owner, 'second2@example.com');
  clock.advance(6 * DAY_MS);
  expect((await signIn(owner, 'moved_2')).statusCode).toBe(200);
  let sent = app.mailer.sent.length;
  await owner.put(`/user/${owner.userId}/security`, { loginNotifications: false });
  const older = await noticeTo(owner.email, /./, sent);
  clock.advance(2 * DAY_MS);
  expect((await signIn(owner, 'moved_2')).statusCode).toBe(200);
  sent = app.mailer.sent.length;
  await owner.put(`/user/${owner.userId}/security`, { loginNotifications: true });
  const newer = await noticeTo('second2@example.com', /./, sent);
  expect(app.mailer.sent.slice(sent).filter(({ to }) => to === owner.email)).toEqual([]); // no longer the account's
  expect((await notMe(newer)).statusCode).toBe(200);
  expect((await notMe(older)).statusCode).toBe(200);
  const { email } = await app.platform.db.query
    .selectFrom('users')
    .select('email')
    .where('id', '=', owner.userId)
    .executeTakeFirstOrThrow();
  expect(email).toBe(owner.email);
});

test('for a week after a change of the address nothing shortens the wait of receiving addresses', async () => {
  const merchant = await newMerchant(app, 'moved_3');
  await moveTo(merchant, 'second3@example.com');
  expect((await lock(merchant, 1)).json().code).toBe('email_changed_lately');
  expect((await lock(merchant, 48)).statusCode).toBe(200);
  clock.advance(8 * DAY_MS);
  expect((await signIn(merchant, 'moved_3')).statusCode).toBe(200);
  expect((await lock(merchant, 1)).json()).toMatchObject({ addressLockHours: 48, pendingLockHours: 1 });
});

test("a thief's authenticator app goes with the thief, the owner's stays", async () => {
  for (const [name, days, isLeft] of [
    ['moved_4', 1, false],
    ['moved_5', 10, true],
  ] as const) {
    const owner = await newMerchant(app, name);
    await enableTwoFactor(owner, clock);
    clock.advance(days * DAY_MS);
    const sent = app.mailer.sent.length;
    const { query } = app.platform.db;
    const fresh = { last_seen_at: clock.now(), confirmed_at: clock.now() };
    await query.updateTable('sessions').set(fresh).where('user_id', '=', owner.userId).execute();
    await owner.post('/email-verification/update-email?newEmail=nobody-at-all@example.com');
    expect((await notMe(await noticeTo(owner.email, /new email address was entered/, sent))).statusCode).toBe(200);
    const left = await query.selectFrom('totp_secrets').select('user_id').where('user_id', '=', owner.userId).execute();
    expect(left.length > 0, name).toBe(isLeft);
  }
});
