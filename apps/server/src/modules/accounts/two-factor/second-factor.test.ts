import { beforeAll, expect, test } from 'vitest';
import { newUser, PASSWORD, tokenIn } from '../../../../test/accounts';
import { startTestApp, type TestApp } from '../../../../test/app';
import { newAuthenticator } from '../../../../test/passkeys';
import { appCode, enableTwoFactor, mailAbout, signIn } from '../../../../test/sign-ins';
import { type Merchant, newMerchant, newStore } from '../../../../test/stores';
import { manualClock } from '../../../platform/clock';

const MINUTE = 60_000;
const clock = manualClock('2026-03-01T08:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['worker'], clocks: { real: clock, business: clock } });
});

type User = Pick<Merchant, 'get' | 'post' | 'form'>;
type Authenticator = ReturnType<typeof newAuthenticator>;
const outcome = (answer: { statusCode: number; json: () => { code?: string } }) =>
  answer.statusCode < 400 ? answer.statusCode : answer.json().code;

async function addPasskey(user: User): Promise<Authenticator> {
  const authenticator = newAuthenticator();
  const options = (await user.post('/passkeys/options')).json();
  const answer = await user.post('/passkeys', { name: 'Laptop', credential: authenticator.create(options) });
  expect(answer.statusCode, answer.body).toBe(201);
  return authenticator;
}
async function usePasskey(user: User, authenticator: Authenticator): Promise<void> {
  const options = (await user.post('/auth/passkey/options')).json();
  const answer = await user.post('/auth/confirm-passkey', { credential: authenticator.get(options) });
  expect(answer.statusCode, answer.body).toBe(200);
}
const confirm = async (user: User, code = '') => outcome(await user.form('/auth/confirm', { password: PASSWORD, code }));
const requireFor = async (owner: Merchant, secondFactorFor: readonly string[]) =>
  outcome(await owner.put(`/user/${owner.userId}/security`, { secondFactorFor }));
const LINK = { name: 'Coffee', description: null, amount: '5', stock: null, endsAt: null, questions: [], successMessage: null };
const makeLink = async (user: User, storeId: string) => outcome(await user.post('/payment-links', { ...LINK, storeId }));

test('nothing is required unless the owner says so, and nobody can require what they do not have', async () => {
  const owner = await newMerchant(app, 'factor_none');
  expect((await owner.get(`/user/${owner.userId}/security`)).json().secondFactorFor).toEqual([]);
  expect(await requireFor(owner, ['keys'])).toBe('no_second_factor');
  expect(await requireFor(owner, ['money'])).toBe('invalid_value');
  expect(await makeLink(owner, (await newStore(owner)).id)).toBe(201);
});

test('the named actions need the factor itself: a password typed just now does not do', async () => {
  const owner = await newMerchant(app, 'factor_owner');
  const { id } = await newStore(owner);
  const passkey = await addPasskey(owner);
  expect(await requireFor(owner, ['links', 'keys', 'links'])).toBe(200);
  expect((await owner.get(`/user/${owner.userId}/security`)).json().secondFactorFor).toEqual(['keys', 'links']);
  expect(await confirm(owner)).toBe(200);
  const newKey = async () => outcome(await owner.post(`/store/${id}/refresh-api-key`));
  const changed = async (more: object) => outcome(await owner.put(`/store/${id}`, { name: 'Shop', ...more }));
  expect(await makeLink(owner, id)).toBe('second_factor_required');
  expect(await newKey()).toBe('second_factor_required');
  expect(await changed({ keyInCallbacks: false })).toBe('second_factor_required');
  expect(await changed({})).toBe(200);
  expect(outcome(await owner.post('/wallet', { storeId: id, network: 'BEP20', address: '' }))).toBe('invalid_value'); // not named

  await usePasskey(owner, passkey);
  expect([await makeLink(owner, id), await newKey(), await changed({ keyInCallbacks: false })]).toEqual([201, 200, 200]);
  clock.advance(15 * MINUTE);
  expect(await makeLink(owner, id)).toBe('second_factor_required');
  expect((await mailAbout(app, owner.email, /needs a second factor was changed/)).text).toContain('keys, links');
});

test('a code of the app counts: at the sign-in, and when it is asked for again', async () => {
  const owner = await newMerchant(app, 'factor_app');
  const { id } = await newStore(owner);
  const { secret, recoveryCodes } = await enableTwoFactor(owner, clock);
  expect(await requireFor(owner, ['links'])).toBe(200);
  expect(await makeLink(owner, id)).toBe('second_factor_required');
  clock.advance(MINUTE);
  expect(await confirm(owner)).toBe('invalid_code');
  expect(await confirm(owner, appCode(secret, clock.now()))).toBe(200);
  expect(await makeLink(owner, id)).toBe(201);
  const browser = app.browser();
  await signIn(browser, 'factor_app');
  await browser.form('/2fa/verify-login', { username: 'factor_app', code: recoveryCodes[0] ?? '' });
  expect(await makeLink(browser, id)).toBe(201);
});

test('whoever knows the password alone cannot end the requirement, nor replace the factor', async () => {
  const owner = await newMerchant(app, 'factor_thief');
  const passkey = await addPasskey(owner);
  expect(await requireFor(owner, ['addresses'])).toBe(200);
  const [key] = (await owner.get('/passkeys')).json<{ id: string }[]>();
  const attempts = async () => [
    await requireFor(owner, []),
    outcome(await owner.put(`/user/${owner.userId}/security`, { loginNotifications: false })),
    outcome(await owner.put(`/user/${owner.userId}/security`, { addressLockHours: 6 })),
    outcome(await owner.post('/passkeys/options')),
    outcome(await owner.post('/2fa/enable')),
    outcome(await owner.delete(`/passkeys/${key?.id}`)),
    outcome(await owner.post('/team/invitations', { email: 'accomplice@example.com', role: 'manager' })),
  ];
  expect(await confirm(owner)).toBe(200);
  expect(await attempts()).toEqual(Array(7).fill('second_factor_required'));
  await usePasskey(owner, passkey);
  expect(outcome(await owner.delete(`/passkeys/${key?.id}`))).toBe('last_second_factor');
  expect(await requireFor(owner, [])).toBe(200);
  expect(outcome(await owner.delete(`/passkeys/${key?.id}`))).toBe(204);
});

test('it binds the members of the team, who cannot get around it by a factor that they add with the password', async () => {
  const owner = await newMerchant(app, 'factor_team');
  const { id } = await newStore(owner);
  const member = await newMerchant(app, 'factor_member');
  await owner.post('/team/invitations', { email: member.email, role: 'manager' });
  const token = tokenIn(await mailAbout(app, member.email, /invites you/));
  expect((await member.post('/team/invitation/accept', { token })).statusCode).toBe(200);
  expect(await makeLink(member, id)).toBe(201);

  await enableTwoFactor(owner, clock);
  expect(await requireFor(owner, ['links'])).toBe(200);
  expect(await makeLink(member, id)).toBe('second_factor_required'); // they have none yet
  const passkey = await addPasskey(member);
  expect(await confirm(member)).toBe(200);
  expect(await makeLink(member, id)).toBe('second_factor_required');
  expect(outcome(await member.post('/2fa/enable'))).toBe('second_factor_required');
  await usePasskey(member, passkey);
  expect(await makeLink(member, id)).toBe(201);
});

test('the requirement of one account says nothing about others', async () => {
  const strict = await newMerchant(app, 'factor_strict');
  await addPasskey(strict);
  expect(await requireFor(strict, ['links'])).toBe(200);
  const other = await newMerchant(app, 'factor_other');
  expect(await makeLink(other, (await newStore(other)).id)).toBe(201);
  expect(outcome(await (await newUser(app, 'factor_fresh')).post('/2fa/enable'))).toBe(200);
});
