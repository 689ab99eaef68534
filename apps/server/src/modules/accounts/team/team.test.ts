import { INVITED_ROLES } from '@stablegate/contract';
import { beforeAll, expect, test } from 'vitest';
import { newUser, tokenIn, waitForMail } from '../../../../test/accounts';
import { type Browser, startTestApp, type TestApp } from '../../../../test/app';
import { giveBalance, newMerchant, newStore } from '../../../../test/stores';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] });
});

const put = (browser: Browser, path: string, payload: object) => browser.send({ method: 'PUT', url: `/api/v1${path}`, payload });

test('an invited person with a new account works for the owner as far as the role allows, until they are removed', async () => {
  const owner = await newMerchant(app, 'team_owner1');
  await giveBalance(app, owner.userId, 12_000_000n);
  const store = await newStore(owner);
  const email = 'support_one@example.com';
  expect((await owner.post('/team/invitations', { email, role: 'support' })).statusCode).toBe(201);
  const token = tokenIn(await waitForMail(app, email));
  const guest = app.browser();
  expect((await guest.post('/team/invitation', { token })).json()).toMatchObject({ email, role: 'support' });

  const member = await newUser(app, 'support_one'); // its address is not verified yet: the link proves it
  expect((await member.post('/team/invitation/accept', { token })).json()).toMatchObject({ accountId: owner.userId, role: 'support' });
  expect((await member.post('/team/invitation/accept', { token })).json().code).toBe('token_expired');
  expect((await member.get('/auth')).json()).toMatchObject({
    userId: member.userId,
    accountId: owner.userId,
    teamRole: 'support',
    emailVerified: true,
  });

  const [shown] = (await member.get('/store')).json();
  expect(shown).toMatchObject({ id: store.id, apiKey: `••••${store.apiKey.slice(-4)}` });
  expect((await member.get(`/store/${store.id}`)).json().store.callbackSecret).toMatch(/^••••.{4}$/);
  expect((await member.get(`/user/${owner.userId}`)).json()).toMatchObject({ balance: 12 });
  expect((await member.get(`/user/${owner.userId}/profile`)).statusCode).toBe(404); // the owner's person is not the team's business
  expect((await put(member, `/store/${store.id}`, { name: 'Mine' })).json().code).toBe('role_forbids');
  expect((await member.get('/team')).json().code).toBe('role_forbids');
  expect((await owner.get('/team')).json()).toMatchObject({ members: [{ username: 'support_one', role: 'support' }], invitations: [] });

  expect((await owner.put(`/team/members/${member.userId}`, { role: 'manager' })).statusCode).toBe(200);
  expect((await put(member, `/store/${store.id}`, { name: 'Tea room' })).json()).toMatchObject({
    name: 'Tea room',
    apiKey: expect.stringMatching(/^••••/),
  });

  // A new sign-in continues where the last one worked.
  const again = app.browser();
  await again.form('/auth/login', { username: 'support_one', password: 'Blue-Kettle-42' });
  expect((await again.get('/auth')).json()).toMatchObject({ accountId: owner.userId, teamRole: 'manager' });

  expect((await owner.delete(`/team/members/${member.userId}`)).statusCode).toBe(204);
  expect((await member.get('/store')).statusCode).toBe(401);
  expect((await again.get('/auth')).json().isAuthenticated).toBe(false);
  const own = app.browser();
  await own.form('/auth/login', { username: 'support_one', password: 'Blue-Kettle-42' });
  expect((await own.get('/auth')).json()).toMatchObject({ accountId: member.userId, teamRole: 'owner' });
  expect((await own.get('/store')).json()).toEqual([]);
}, 60_000);

test('an invitation is for its address alone, can be withdrawn, and a second one replaces the first', async () => {
  const [owner, other] = [await newMerchant(app, 'team_owner2'), await newMerchant(app, 'team_other2')];
  const email = 'wanted_one@example.com';
  const invite = async () => (await owner.post('/team/invitations', { email, role: 'accountant' })).json();
  await invite();
  const first = tokenIn(await waitForMail(app, email));
  const second = await invite();
  const token = tokenIn(await waitForMail(app, email, 2));
  expect((await other.post('/team/invitation/accept', { token: first })).json().code).toBe('token_expired');
  expect((await other.post('/team/invitation/accept', { token })).json().code).toBe('invitation_for_another');
  expect((await other.delete(`/team/invitations/${second.id}`)).statusCode).toBe(404);
  expect((await owner.get('/team')).json().invitations).toHaveLength(1);
  expect((await owner.delete(`/team/invitations/${second.id}`)).statusCode).toBe(204);
  expect((await app.browser().post('/team/invitation', { token })).json().code).toBe('token_expired');
}, 60_000);

test('a member changes between accounts and leaves; nobody switches to an account whose team they are not in', async () => {
  const [owner, member, stranger] = [
    await newMerchant(app, 'team_owner3'),
    await newMerchant(app, 'team_member3'),
    await newMerchant(app, 'stranger_3'),
  ];
  await owner.post('/team/invitations', { email: member.email, role: 'read-only' });
  const token = tokenIn(await waitForMail(app, member.email));
  await member.post('/team/invitation/accept', { token });
  expect((await member.get('/team/accounts')).json()).toMatchObject([{ role: 'owner' }, { accountId: owner.userId, role: 'read-only' }]);
  expect((await owner.post('/team/invitations', { email: member.email, role: 'support' })).json().code).toBe('already_in_team');
  expect((await member.post('/store', { name: 'Refused' })).json().code).toBe('role_forbids');
  expect((await member.post('/team/switch', { accountId: member.userId })).statusCode).toBe(200);
  expect((await member.post('/store', { name: 'Own' })).statusCode).toBe(201);
  expect((await member.post('/team/switch', { accountId: stranger.userId })).statusCode).toBe(404);
  await member.post('/team/switch', { accountId: owner.userId });
  expect((await member.delete(`/team/accounts/${owner.userId}`)).statusCode).toBe(204);
  expect((await member.get('/auth')).json()).toMatchObject({ isAuthenticated: true, accountId: member.userId, teamRole: 'owner' });
}, 60_000);

test('the database knows the same roles as the contract', async () => {
  const [owner, member] = [await newMerchant(app, 'team_owner4'), await newMerchant(app, 'team_member4')];
  const add = (role: string) =>
    app.platform.db.query
      .insertInto('team_members')
      .values({ account_id: owner.userId, member_id: member.userId, role, added_at: new Date() })
      .onConflict((on) => on.columns(['account_id', 'member_id']).doUpdateSet({ role }))
      .execute();
  for (const role of INVITED_ROLES) await add(role);
  await expect(add('owner')).rejects.toThrow('team_members_role_known');
});
