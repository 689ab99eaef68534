import { beforeAll, expect, test } from 'vitest';
import { newUser } from '../../../../test/accounts';
import { startTestApp, type TestApp } from '../../../../test/app';
import { isSignedIn, signIn } from '../../../../test/sign-ins';
import { manualClock } from '../../../platform/clock';
import { sweepSignIns } from './sessions-sweep.queries';

const DAY = 24 * 3_600_000;
const clock = manualClock('2026-03-01T10:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clocks: { real: clock, business: clock } });
});

const count = async (table: 'sessions' | 'failed_tries' | 'known_devices' | 'pending_logins'): Promise<number> =>
  (await app.platform.db.query.selectFrom(table).selectAll().execute()).length;

test('expired rows are deleted, used ones stay', async () => {
  const owner = await newUser(app, 'sweeper_1');
  await app.platform.db.query.updateTable('users').set({ email_otp: true }).where('id', '=', owner.userId).execute();
  await signIn(app.browser(), 'sweeper_1', { password: 'not-mine-1' });
  await signIn(app.browser(), 'sweeper_1');
  await sweepSignIns(app.platform.db.query, clock.now());
  expect([await count('sessions'), await count('pending_logins'), await count('known_devices')]).toEqual([1, 1, 1]);
  expect(await count('failed_tries')).toBeGreaterThan(0);
  expect(await isSignedIn(owner)).toBe(true);

  clock.advance(DAY + 1);
  await sweepSignIns(app.platform.db.query, clock.now());
  expect([await count('sessions'), await count('pending_logins'), await count('failed_tries')]).toEqual([1, 0, 0]);
  clock.advance(120 * DAY);
  await sweepSignIns(app.platform.db.query, clock.now());
  expect([await count('sessions'), await count('known_devices')]).toEqual([0, 1]);
  clock.advance(300 * DAY);
  await sweepSignIns(app.platform.db.query, clock.now());
  expect(await count('known_devices')).toBe(0);
});
