import type { TestApp } from './app';
import { type Merchant, newMerchant } from './stores';

/** Signed in, verified, with the role ADMIN. */
export async function newAdmin(app: TestApp, username = 'the_admin'): Promise<Merchant> {
  const admin = await newMerchant(app, username);
  await app.platform.db.query.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', admin.userId).execute();
  return admin;
}
