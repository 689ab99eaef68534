import type { App } from '@stablegate/server/app';
import { DEMO_PASSWORD, DEMO_USERS } from './demo-users';

/** The demo sign-ins, made once through the same door as everyone's, then verified and given their role. */
export async function seedDemo(app: App): Promise<void> {
  const { db, clocks } = app.platform;
  for (const { username, email, role } of DEMO_USERS) {
    const known = await db.query.selectFrom('users').select('id').where('username_key', '=', username).executeTakeFirst();
    if (known !== undefined) continue;
    const { userId } = await app.services.accounts.signUp({ username, email, password: DEMO_PASSWORD });
    await db.query.updateTable('users').set({ email_verified_at: clocks.real.now(), role }).where('id', '=', userId).execute();
  }
}
