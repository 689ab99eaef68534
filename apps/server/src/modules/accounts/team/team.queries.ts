import type { InvitedRole } from '@stablegate/contract';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { InvitationId, SessionId, UserId } from '../../../platform/id-types';

export type Invitation = {
  readonly id: InvitationId;
  readonly accountId: UserId;
  readonly email: string;
  readonly emailKey: string;
  readonly role: InvitedRole;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

const INVITATION = [
  'id',
  'account_id as accountId',
  'email',
  'email_key as emailKey',
  'role',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const;

const toInvitation = (row: Omit<Invitation, 'role'> & { readonly role: string }): Invitation => ({ ...row, role: row.role as InvitedRole });

export async function listInvitations(db: Queryable, accountId: UserId, now: Date): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('team_invitations')
    .select(INVITATION)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(toInvitation);
}

export async function findInvitation(db: Queryable, tokenHash: Buffer, now: Date): Promise<Invitation | undefined> {
  const row = await db
    .selectFrom('team_invitations')
    .select(INVITATION)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row === undefined ? undefined : toInvitation(row);
}

/** A second invitation of the same address replaces the first and its link. */
export async function saveInvitation(tx: Tx, { id, accountId, ...invitation }: Invitation, tokenHash: Buffer): Promise<void> {
  const { email, emailKey, role, createdAt, expiresAt } = invitation;
  const values = { id, email, role, token_hash: tokenHash, created_at: createdAt, expires_at: expiresAt };
  await tx
    .insertInto('team_invitations')
    .values({ ...values, account_id: accountId, email_key: emailKey })
    .onConflict((conflict) => conflict.constraint('team_invitations_once').doUpdateSet(values))
    .execute();
}

/** Returns the invited address, if there was such an invitation. */
export async function deleteInvitation(db: Queryable, accountId: UserId, id: InvitationId): Promise<string | undefined> {
  const row = await db
    .deleteFrom('team_invitations')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

export type Member = {
  readonly id: UserId;
  readonly username: string;
  readonly email: string;
  readonly role: InvitedRole;
  readonly addedAt: Date;
  readonly lastSeenAt: Date | null;
};

export async function listMembers(db: Queryable, accountId: UserId): Promise<Member[]> {
  const rows = await db
    .selectFrom('team_members as m')
    .innerJoin('users as u', 'u.id', 'm.member_id')
    .select(({ selectFrom }) => [
      'u.id',
      'u.username',
      'u.email',
      'm.role',
      'm.added_at as addedAt',
      selectFrom('sessions as s')
        .select(({ fn }) => fn.max('s.last_seen_at').as('at'))
        .whereRef('s.user_id', '=', 'm.member_id')
        .whereRef('s.account_id', '=', 'm.account_id')
        .as('lastSeenAt'),
    ])
    .where('m.account_id', '=', accountId)
    .orderBy('m.added_at')
    .execute();
  return rows.map((row) => ({ ...row, role: row.role as InvitedRole }));
}

/** The people in a team and those invited, and whether one of them has this address. */
export async function countTeam(db: Queryable, accountId: UserId, emailKey: string): Promise<{ people: number; isMember: boolean }> {
  const members = await db
    .selectFrom('team_members as m')
    .innerJoin('users as u', 'u.id', 'm.member_id')
    .select('u.email_key as emailKey')
    .where('m.account_id', '=', accountId)
    .execute();
  const invited = await db.selectFrom('team_invitations').select('email_key as emailKey').where('account_id', '=', accountId).execute();
  const people = new Set([...members, ...invited].map((person) => person.emailKey));
  return { people: people.size, isMember: members.some((member) => member.emailKey === emailKey) };
}

export async function saveMember(tx: Tx, accountId: UserId, memberId: UserId, role: InvitedRole, now: Date): Promise<void> {
  await tx
    .insertInto('team_members')
    .values({ account_id: accountId, member_id: memberId, role, added_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'member_id']).doUpdateSet({ role }))
    .execute();
}

export async function changeRole(tx: Tx, accountId: UserId, memberId: UserId, role: InvitedRole): Promise<void> {
  await tx.updateTable('team_members').set({ role }).where('account_id', '=', accountId).where('member_id', '=', memberId).execute();
}

/** Undefined for somebody who is not in the team. */
export async function lockRole(tx: Tx, accountId: UserId, memberId: UserId): Promise<string | undefined> {
  const row = await tx
    .selectFrom('team_members')
    .select('role')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.role;
}

/** With the sessions that work for the account. Returns whether there was such a member. */
export async function deleteMember(tx: Tx, accountId: UserId, memberId: UserId, now: Date): Promise<boolean> {
  const row = await tx
    .deleteFrom('team_members')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .returning('member_id')
    .executeTakeFirst();
  if (row === undefined) return false;
  await tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', memberId)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute();
  return true;
}

export async function listAccounts(db: Queryable, memberId: UserId): Promise<{ id: UserId; username: string; role: InvitedRole }[]> {
  const rows = await db
    .selectFrom('team_members as m')
    .innerJoin('users as u', 'u.id', 'm.account_id')
    .select(['u.id', 'u.username', 'm.role'])
    .where('m.member_id', '=', memberId)
    .where('u.disabled_at', 'is', null)
    .orderBy('u.username')
    .execute();
  return rows.map((row) => ({ ...row, role: row.role as InvitedRole }));
}

export async function readFloor(db: Queryable, accountId: UserId): Promise<number> {
  return (await db.selectFrom('users').select('member_floor').where('id', '=', accountId).executeTakeFirstOrThrow()).member_floor;
}

export async function saveFloor(tx: Tx, accountId: UserId, percent: number): Promise<void> {
  await tx.updateTable('users').set({ member_floor: percent }).where('id', '=', accountId).execute();
}

/** Null is the user's own account. */
export async function saveSessionAccount(db: Queryable, sessionId: SessionId, accountId: UserId | null): Promise<void> {
  await db.updateTable('sessions').set({ account_id: accountId }).where('id', '=', sessionId).execute();
}

/** After a theft: invitations and people who came since then are gone, and everybody else signs in again. */
export async function secureTeam(tx: Tx, accountId: UserId, addedSince: Date, now: Date): Promise<void> {
  await tx.deleteFrom('team_invitations').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('team_members').where('account_id', '=', accountId).where('added_at', '>', addedSince).execute();
  await tx.updateTable('sessions').set({ ended_at: now }).where('account_id', '=', accountId).where('ended_at', 'is', null).execute();
}
