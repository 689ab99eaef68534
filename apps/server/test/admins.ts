import type { InvitedRole } from '@stablegate/contract';
import { expect } from 'vitest';
import type { TestApp } from './app';
import { type Merchant, newMerchant } from './stores';

/** Signed in, verified, with the role ADMIN. */
export async function newAdmin(app: TestApp, username = 'the_admin'): Promise<Merchant> {
  const admin = await newMerchant(app, username);
  await app.platform.db.query.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', admin.userId).execute();
  return admin;
}

/** Signed in, and working for the owner's account. */
export async function newMember(app: TestApp, owner: Merchant, username: string, role: InvitedRole): Promise<Merchant> {
  const member = await newMerchant(app, username);
  await app.platform.db.query
    .insertInto('team_members')
    .values({ account_id: owner.userId, member_id: member.userId, role, added_at: new Date() })
    .execute();
  const switched = await member.post('/team/switch', { accountId: owner.userId });
  expect(switched.statusCode, switched.body).toBe(200);
  return member;
}
