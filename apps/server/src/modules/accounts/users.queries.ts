import type { Role } from '@stablegate/contract';
import type { Queryable } from '../../platform/db/db';
import type { UserId } from '../../platform/id-types';

const COLUMNS = [
  'id',
  'username',
  'email',
  'email_verified_at',
  'email_released_at',
  'pending_email',
  'password_hash',
  'role',
  'disabled_at',
  'language',
  'last_ip',
  'last_device',
  'created_at',
] as const;

export type UserRecord = {
  readonly id: UserId;
  readonly username: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Another account may have the address: it was not proven in time, or belongs to somebody else. */
  readonly emailReleased: boolean;
  readonly pendingEmail: string | null;
  readonly passwordHash: string;
  readonly role: Role;
  readonly disabled: boolean;
  readonly language: string;
  readonly lastIp: string | null;
  readonly lastDevice: string | null;
  readonly createdAt: Date;
};

type Row = {
  id: UserId;
  username: string;
  email: string;
  email_verified_at: Date | null;
  email_released_at: Date | null;
  pending_email: string | null;
  password_hash: string;
  role: string;
  disabled_at: Date | null;
  language: string;
  last_ip: string | null;
  last_device: string | null;
  created_at: Date;
};

const toUser = (row: Row): UserRecord => ({
  id: row.id,
  username: row.username,
  email: row.email,
  emailVerified: row.email_verified_at !== null,
  emailReleased: row.email_released_at !== null,
  pendingEmail: row.pending_email,
  passwordHash: row.password_hash,
  role: row.role as Role,
  disabled: row.disabled_at !== null,
  language: row.language,
  lastIp: row.last_ip,
  lastDevice: row.last_device,
  createdAt: row.created_at,
});

export async function findUserById(tx: Queryable, id: UserId): Promise<UserRecord | undefined> {
  const row = await tx.selectFrom('users').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : toUser(row);
}

export async function findUserByName(tx: Queryable, usernameKey: string): Promise<UserRecord | undefined> {
  const row = await tx.selectFrom('users').select(COLUMNS).where('username_key', '=', usernameKey).executeTakeFirst();
  return row === undefined ? undefined : toUser(row);
}

export type NewUser = {
  readonly id: UserId;
  readonly username: string;
  readonly usernameKey: string;
  readonly email: string;
  readonly emailKey: string;
  readonly passwordHash: string;
  readonly createdAt: Date;
};

export async function insertUser(tx: Queryable, user: NewUser): Promise<void> {
  await tx
    .insertInto('users')
    .values({
      id: user.id,
      username: user.username,
      username_key: user.usernameKey,
      email: user.email,
      email_key: user.emailKey,
      password_hash: user.passwordHash,
      created_at: user.createdAt,
    })
    .execute();
}

export async function saveLastSignIn(tx: Queryable, userId: UserId, ip: string, device: string): Promise<void> {
  await tx.updateTable('users').set({ last_ip: ip, last_device: device }).where('id', '=', userId).execute();
}

export async function savePasswordHash(tx: Queryable, userId: UserId, passwordHash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

/** The same password with newer parameters; returns false when it was changed meanwhile. */
export async function replacePasswordHash(tx: Queryable, userId: UserId, oldHash: string, newHash: string): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ password_hash: newHash })
    .where('id', '=', userId)
    .where('password_hash', '=', oldHash)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const ADMINS_MAX = 100; // recipients of alarms

export async function listAdminIds(tx: Queryable): Promise<UserId[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('disabled_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(ADMINS_MAX)
    .execute();
  return rows.map(({ id }) => id);
}
