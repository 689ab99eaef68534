import { expect, test } from 'vitest';
import { newUser, tokenIn } from '../../../../test/accounts';
import { type Browser, startTestApp, type TestApp } from '../../../../test/app';
import { enableTwoFactor, mailAbout } from '../../../../test/sign-ins';
import { newMerchant, newStore } from '../../../../test/stores';
import { manualClock } from '../../../platform/clock';

const clock = manualClock('2026-03-01T08:00:00Z');
const OFFICE = '198.51.100.7';
const ELSEWHERE = '203.0.113.9';

async function newTeam(app: TestApp, name: string) {
  const owner = await newMerchant(app, name);
  await newStore(owner);
  const member = await newUser(app, `${name}_member`);
  await owner.post('/team/invitations', { email: member.email, role: 'support' });
  const token = tokenIn(await mailAbout(app, member.email, /invites you/));
  expect((await member.post('/team/invitation/accept', { token })).statusCode).toBe(200);
  return { owner, member };
}
const storesAt = async (who: Browser, remoteAddress: string) => {
  const answer = await who.send({ method: 'GET', url: '/api/v1/store', remoteAddress });
  return answer.json().code ?? answer.statusCode;
};
const saveSecurity = async (owner: Browser & { readonly userId: string }, changes: object) => {
  const url = `/api/v1/user/${owner.userId}/security`;
  const before = (await owner.get(`/user/${owner.userId}/security`)).json();
  const saved = await owner.send({ method: 'PUT', url, payload: { ...before, ...changes } });
  expect(saved.statusCode, saved.body).toBe(200);
};

test('the owner’s list of addresses binds those who work for the account', async () => {
  const app = await startTestApp({ roles: ['worker'] });
  const { owner, member } = await newTeam(app, 'listed');
  expect(await storesAt(member, ELSEWHERE)).toBe(200);
  await saveSecurity(owner, { whitelistIp: true, allowedIps: ['127.0.0.1', OFFICE] });
  expect(await storesAt(member, OFFICE)).toBe(200);
  expect(await storesAt(member, ELSEWHERE)).toBe('team_address_not_allowed');
  const own = await member.send({ method: 'GET', url: '/api/v1/auth/sessions', remoteAddress: ELSEWHERE });
  expect(own.statusCode).toBe(200); // their own account is their own business
});

test('where the owner requires a second factor, members without one do not work for the account', async () => {
  const app = await startTestApp({ roles: ['worker'], clocks: { real: clock, business: clock } });
  const { owner, member } = await newTeam(app, 'strict');
  await enableTwoFactor(owner, clock);
  await saveSecurity(owner, { twoFactorRequired: true });
  expect(await storesAt(member, OFFICE)).toBe('team_two_factor_required');
  await enableTwoFactor(member, clock);
  expect(await storesAt(member, OFFICE)).toBe(200);
});
