import type { Role } from '@stablegate/contract';
import type { Queryable } from '../../platform/db';

export type SessionRecord = {
  readonly id: string;
  readonly userId: string;
  readonly remember: boolean;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly confirmedAt: Date;
  readonly role: Role;
  readonly emailVerified: boolean;
  readonly disabled: boolean;
};

/** Session and user in one statement: this runs on every call of a signed-in browser. */
export async function findOpenSession(tx: Queryable, tokenHash: Buffer): Promise<SessionRecord | undefined> {
  const row = await tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      's.id',
      's.user_id',
      's.remember',
      's.created_at',
      's.last_seen_at',
      's.confirmed_at',
      'u.role',
      'u.email_verified_at',
      'u.disabled_at',
    ])
    .where('s.token_hash', '=', tokenHash)
    .where('s.ended_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    userId: row.user_id,
    remember: row.remember,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    confirmedAt: row.confirmed_at,
    role: row.role as Role,
    emailVerified: row.email_verified_at !== null,
    disabled: row.disabled_at !== null,
  };
}

export type NewSession = {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly userId: string;
  readonly remember: boolean;
  readonly ip: string;
  readonly device: string;
  readonly now: Date;
};

export async function insertSession(tx: Queryable, session: NewSession): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      id: session.id,
      token_hash: session.tokenHash,
      user_id: session.userId,
      remember: session.remember,
      ip: session.ip,
      device: session.device,
      created_at: session.now,
      last_seen_at: session.now,
      confirmed_at: session.now,
    })
    .execute();
}

export async function touchSession(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', id).where('last_seen_at', '<', now).execute();
}

export async function endSession(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.updateTable('sessions').set({ ended_at: now }).where('id', '=', id).where('ended_at', 'is', null).execute();
}
