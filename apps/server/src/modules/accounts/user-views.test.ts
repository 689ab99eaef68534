import { beforeAll, expect, test } from 'vitest';
import { newUser } from '../../../test/accounts';
import { startTestApp, type TestApp } from '../../../test/app';
import { newMerchant } from '../../../test/stores';
import { manualClock, systemClock } from '../../platform/clock';

const business = manualClock('2026-03-01T08:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clocks: { real: systemClock, business } });
});

const memberOf = async (browser: { cookies: ReadonlyMap<string, string> }) => {
  const { accounts } = app.services;
  const session = await accounts.readSession(browser.cookies.get('sg_session') ?? '', { ip: '127.0.0.1', device: 'test' });
  return accounts.describeMember(session);
};

test('a member is described with the time that the trial counts by, wherever it was moved', async () => {
  const mai = await newMerchant(app, 'mai_drawn');
  const before = await memberOf(mai);
  expect(before).toMatchObject({ session: { email: 'mai_drawn@example.com' }, serverTime: '2026-03-01T08:00:00.000Z' });
  business.set('2026-03-09T08:00:00Z');
  expect(await memberOf(mai)).toEqual({ ...before, serverTime: '2026-03-09T08:00:00.000Z' });
});

test('whoever has yet to verify the address is no member, nor is a guest', async () => {
  expect(await memberOf(await newUser(app, 'nam_drawn'))).toBeUndefined();
  expect(await memberOf(app.browser())).toBeUndefined();
});
