import type { App } from '@stablegate/server/app';
import type { UserId } from '@stablegate/server/platform/id-types';
import type { SandboxClock } from '../controls/sandbox-clock';
import { liveDemoHistory } from './demo-history';
import { DEMO_PASSWORD, DEMO_USERS } from './demo-users';

/** The demo accounts, created once through the normal sign-up, then verified and given their role. */
async function signUpDemo(app: App): Promise<UserId | undefined> {
  const { db, clocks } = app.platform;
  let merchant: UserId | undefined;
  for (const { username, email, role } of DEMO_USERS) {
    const known = await db.query.selectFrom('users').select('id').where('username_key', '=', username).executeTakeFirst();
    if (known !== undefined) continue;
    const { userId } = await app.services.accounts.signUp({ username, email, password: DEMO_PASSWORD });
    await db.query.updateTable('users').set({ email_verified_at: clocks.real.now(), role }).where('id', '=', userId).execute();
    if (role === 'USER') merchant = userId;
  }
  return merchant;
}

/** Once, before anything else runs: it sets the clock back by a month. */
export async function seedDemo(app: App, clock: SandboxClock): Promise<void> {
  const merchant = await signUpDemo(app);
  if (merchant !== undefined) await liveDemoHistory(app, clock, merchant);
}
