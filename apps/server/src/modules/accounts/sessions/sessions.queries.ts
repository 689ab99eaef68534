import type { InvitedRole, Role, SecondFactorAction } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import type { SessionId, UserId } from '../../../platform/id-types';
import type { Whitelist } from '../../../platform/net/address-ranges';
import { replaceLinks } from '../mailed-links/mail-links.queries';

/** What the owner of an account demands of those who sign in. */
export type OwnersRules = Whitelist & { readonly twoFactorRequired: boolean; readonly secondFactorFor: readonly SecondFactorAction[] };

export type SessionRecord = {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly remember: boolean;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly confirmedAt: Date;
  readonly secondFactorAt: Date | undefined;
  readonly role: Role;
  readonly emailVerified: boolean;
  readonly disabled: boolean;
  readonly language: string;
  readonly totp: boolean;
  readonly hasPasskey: boolean;
  /** Where it was opened. */
  readonly ip: string;
  readonly whitelistIp: boolean;
  readonly allowedIps: readonly string[];
  readonly secondFactorFor: readonly SecondFactorAction[];
  /** An account whose team the user is in requires a second factor for something. */
  readonly teamsGuarded: boolean;
  /** Of another account's team, in a session that works for it. */
  readonly membership:
    | { readonly id: UserId; readonly role: InvitedRole; readonly memberFloor: number; readonly rules: OwnersRules }
    | undefined;
};

type OwnersRow = {
  readonly account_id: UserId | null;
  readonly team_role: string | null;
  readonly member_floor: number | null;
  readonly owner_whitelist_ip: boolean | null;
  readonly owner_allowed_ips: string[] | null;
  readonly owner_two_factor_required: boolean | null;
  readonly owner_second_factor_for: string[] | null;
};

const membershipOf = (row: OwnersRow): SessionRecord['membership'] =>
  row.account_id === null
    ? undefined
    : {
        id: row.account_id,
        role: row.team_role as InvitedRole,
        memberFloor: row.member_floor ?? 0,
        rules: {
          whitelistIp: row.owner_whitelist_ip ?? false,
          allowedIps: row.owner_allowed_ips ?? [],
          twoFactorRequired: row.owner_two_factor_required ?? false,
          secondFactorFor: (row.owner_second_factor_for ?? []) as SecondFactorAction[],
        },
      };

/**
 * Session, user and factor in one statement: it runs on every call of a signed-in browser, so that a changed role takes effect immediately.
 */
export async function findOpenSession(tx: Queryable, tokenHash: Buffer): Promise<SessionRecord | undefined> {
  const row = await tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('totp_secrets as t', 't.user_id', 's.user_id')
    .leftJoin('team_members as m', (join) => join.onRef('m.account_id', '=', 's.account_id').onRef('m.member_id', '=', 's.user_id'))
    .leftJoin('users as o', (join) => join.onRef('o.id', '=', 'm.account_id').on('o.disabled_at', 'is', null))
    .select([
      's.id',
      's.user_id',
      's.remember',
      's.created_at',
      's.last_seen_at',
      's.confirmed_at',
      's.second_factor_at',
      'u.role',
      'u.email_verified_at',
      'u.disabled_at',
      'u.language',
      't.enabled_at',
      's.ip',
      'u.whitelist_ip',
      'u.allowed_ips',
      'u.second_factor_for',
      sql<boolean>`exists (
        select from team_members tm join users a on a.id = tm.account_id
         where tm.member_id = s.user_id and a.second_factor_for <> '{}')`.as('teams_guarded'),
      sql<boolean>`exists (select from passkeys p where p.user_id = s.user_id)`.as('has_passkey'),
      'o.id as account_id',
      'm.role as team_role',
      'o.member_floor',
      'o.whitelist_ip as owner_whitelist_ip',
      'o.allowed_ips as owner_allowed_ips',
      'o.two_factor_required as owner_two_factor_required',
      'o.second_factor_for as owner_second_factor_for',
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
    secondFactorAt: row.second_factor_at ?? undefined,
    role: row.role as Role,
    emailVerified: row.email_verified_at !== null,
    disabled: row.disabled_at !== null,
    language: row.language,
    totp: row.enabled_at !== null,
    hasPasskey: row.has_passkey,
    ip: row.ip,
    whitelistIp: row.whitelist_ip,
    allowedIps: row.allowed_ips,
    secondFactorFor: row.second_factor_for as SecondFactorAction[],
    teamsGuarded: row.teams_guarded,
    membership: membershipOf(row),
  };
}

export type NewSession = {
  readonly id: SessionId;
  readonly tokenHash: Buffer;
  readonly userId: UserId;
  readonly remember: boolean;
  readonly ip: string;
  readonly device: string;
  /** A code of the app, a recovery code or a passkey was given. */
  readonly withSecondFactor: boolean;
  readonly now: Date;
};

/** It works for the same account as the user's last session, if they are still in its team. */
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
      second_factor_at: session.withSecondFactor ? session.now : null,
      account_id: tx
        .selectFrom('sessions as s')
        .leftJoin('team_members as m', (join) => join.onRef('m.account_id', '=', 's.account_id').onRef('m.member_id', '=', 's.user_id'))
        .select('m.account_id')
        .where('s.user_id', '=', session.userId)
        .orderBy('s.created_at', 'desc')
        .limit(1),
    })
    .execute();
}

export async function touchSession(tx: Queryable, id: SessionId, now: Date): Promise<void> {
  await tx.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', id).where('last_seen_at', '<', now).execute();
}

export type SessionRow = {
  readonly id: SessionId;
  readonly ip: string;
  readonly device: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
};
export type SessionLimits = { readonly idleSince: Date; readonly rememberedIdleSince: Date; readonly createdBefore: Date };

export async function listSessions(tx: Queryable, userId: UserId, limits: SessionLimits): Promise<SessionRow[]> {
  const rows = await tx
    .selectFrom('sessions')
    .select(['id', 'ip', 'device', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('created_at', '>', limits.createdBefore)
    .where(({ and, or, eb }) =>
      or([
        eb('last_seen_at', '>', limits.idleSince),
        and([eb('remember', '=', true), eb('last_seen_at', '>', limits.rememberedIdleSince)]),
      ]),
    )
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ id: row.id, ip: row.ip, device: row.device, createdAt: row.created_at, lastSeenAt: row.last_seen_at }));
}

/** Returns whether there was an open session of this user to end. */
export async function endSession(tx: Queryable, userId: UserId, id: SessionId, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function listOtherSessions(tx: Queryable, userId: UserId, exceptId: SessionId): Promise<{ id: SessionId; ip: string }[]> {
  return tx
    .selectFrom('sessions')
    .select(['id', 'ip'])
    .where('user_id', '=', userId)
    .where('id', '<>', exceptId)
    .where('ended_at', 'is', null)
    .execute();
}

export type Renewal = Pick<NewSession, 'id' | 'tokenHash' | 'withSecondFactor' | 'now'>;

/** In place of this token. Returns whether the session is remembered, or undefined when it has ended or has another token by now. */
export async function saveSessionToken(tx: Queryable, renewal: Renewal, replaced: Buffer): Promise<boolean | undefined> {
  const { id, tokenHash, withSecondFactor, now } = renewal;
  const row = await tx
    .updateTable('sessions')
    .set({ token_hash: tokenHash, confirmed_at: now, last_seen_at: now, ...(withSecondFactor && { second_factor_at: now }) })
    .where('id', '=', id)
    .where('token_hash', '=', replaced)
    .where('ended_at', 'is', null)
    .returning('remember')
    .executeTakeFirst();
  return row?.remember;
}

/** Ends every open session except `keepSessionId`, in one statement: all of them or none. */
export async function endOtherSessions(tx: Queryable, userId: UserId, keepSessionId: SessionId | undefined, now: Date): Promise<void> {
  const open = tx.updateTable('sessions').set({ ended_at: now }).where('user_id', '=', userId).where('ended_at', 'is', null);
  await (keepSessionId === undefined ? open : open.where('id', '<>', keepSessionId)).execute();
}

/**
 * After a change of password or factor: ends every session except `keepSessionId`, and every access opened with an older password (pending
 * sign-ins, mailed whitelist links). Earlier reset links are invalidated as well.
 */
export async function endOtherAccess(tx: Queryable, userId: UserId, keepSessionId: SessionId | undefined, now: Date): Promise<void> {
  await endOtherSessions(tx, userId, keepSessionId, now);
  await tx.deleteFrom('pending_logins').where('user_id', '=', userId).execute();
  await tx.deleteFrom('whitelist_links').where('user_id', '=', userId).execute();
  await replaceLinks(tx, userId, 'reset-password', now);
}
