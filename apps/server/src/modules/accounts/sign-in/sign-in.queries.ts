import type { SecondFactorAction } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';

/** What a sign-in needs to know of a user, in one read. */
export type SignInUser = {
  readonly id: UserId;
  readonly username: string;
  readonly usernameKey: string;
  readonly email: string;
  readonly language: string;
  readonly passwordHash: string;
  readonly disabled: boolean;
  readonly totp: boolean;
  readonly hasPasskey: boolean;
  readonly isAdmin: boolean;
  readonly twoFactorRequired: boolean;
  readonly secondFactorFor: readonly SecondFactorAction[];
  readonly emailOtp: boolean;
  readonly loginNotifications: boolean;
  readonly whitelistIp: boolean;
  readonly allowedIps: readonly string[];
};

/** Without one, the account could not do what it requires one for. */
export const needsFactor = (user: SignInUser): boolean => user.twoFactorRequired || user.secondFactorFor.length > 0;

const selectUser = (tx: Queryable) =>
  tx
    .selectFrom('users as u')
    .leftJoin('totp_secrets as t', 't.user_id', 'u.id')
    .select([
      'u.id',
      'u.username',
      'u.username_key',
      'u.email',
      'u.language',
      'u.password_hash',
      'u.disabled_at',
      'u.role',
      'u.two_factor_required',
      'u.second_factor_for',
    ])
    .select(['u.email_otp', 'u.login_notifications', 'u.whitelist_ip', 'u.allowed_ips', 't.enabled_at'])
    .select(sql<boolean>`exists (select from passkeys p where p.user_id = u.id)`.as('has_passkey'));
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectUser>['executeTakeFirst']>>>;

const toUser = (row: Row): SignInUser => ({
  id: row.id,
  username: row.username,
  usernameKey: row.username_key,
  email: row.email,
  language: row.language,
  passwordHash: row.password_hash,
  disabled: row.disabled_at !== null,
  totp: row.enabled_at !== null,
  hasPasskey: row.has_passkey,
  isAdmin: row.role === 'ADMIN',
  twoFactorRequired: row.two_factor_required,
  secondFactorFor: row.second_factor_for as SecondFactorAction[],
  emailOtp: row.email_otp,
  loginNotifications: row.login_notifications,
  whitelistIp: row.whitelist_ip,
  allowedIps: row.allowed_ips,
});

export async function findSignInUser(tx: Queryable, usernameKey: string): Promise<SignInUser | undefined> {
  const row = await selectUser(tx).where('u.username_key', '=', usernameKey).executeTakeFirst();
  return row === undefined ? undefined : toUser(row);
}

export async function getSignInUser(tx: Queryable, userId: UserId): Promise<SignInUser> {
  return toUser(await selectUser(tx).where('u.id', '=', userId).executeTakeFirstOrThrow());
}

/**
 * Every transaction that opens access, or changes password or factor, locks the user's row first: a sign-in and a concurrent change of
 * password are serialised, and the fixed order prevents deadlocks.
 */
export async function lockSignInUser(tx: Tx, userId: UserId): Promise<SignInUser> {
  return toUser(await selectUser(tx).where('u.id', '=', userId).forNoKeyUpdate('u').executeTakeFirstOrThrow());
}
