import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import { findUserById, type UserRecord } from '../users.queries';
import type { LinkPurpose, MailedLink } from './mail-links.domain';

/**
 * Every use case of mailed links locks the user first, which serialises sends, openings and changes of one account. Not FOR UPDATE: that
 * would wait for every change of a store that writes its entry of the audit log.
 */
export async function lockUser(tx: Tx, id: UserId): Promise<UserRecord | undefined> {
  await tx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  return findUserById(tx, id);
}

export async function findUserIdByEmail(tx: Queryable, emailKey: string): Promise<UserId | undefined> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey)
    .where('email_released_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

/** Takes an address from an account that has not proven it; with `createdBefore`, only from one that had the time to. */
export async function releaseEmail(
  tx: Tx,
  emailKey: string,
  { now, createdBefore, except }: { now: Date; createdBefore?: Date; except?: UserId },
): Promise<void> {
  let held = tx
    .updateTable('users')
    .set({ email_released_at: now })
    .where('email_key', '=', emailKey)
    .where('email_verified_at', 'is', null)
    .where('email_released_at', 'is', null);
  if (createdBefore !== undefined) held = held.where('created_at', '<=', createdBefore);
  if (except !== undefined) held = held.where('id', '<>', except);
  await held.execute();
}

/** From an account that may even have proven it: the one that had it before gets it back, or the mailbox refuses. */
export async function takeEmail(tx: Tx, from: UserId, now: Date): Promise<void> {
  await tx.updateTable('users').set({ email_verified_at: null, email_released_at: now }).where('id', '=', from).execute();
}

export async function findLink(tx: Queryable, purpose: LinkPurpose, tokenHash: Buffer): Promise<MailedLink | undefined> {
  const row = await tx
    .selectFrom('mailed_links')
    .select(['user_id', 'email', 'expires_at', 'replaced_at', 'used_at', 'audit_id'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    userId: row.user_id,
    email: row.email,
    expiresAt: row.expires_at,
    replacedAt: row.replaced_at,
    usedAt: row.used_at,
    auditId: row.audit_id === null ? null : String(row.audit_id),
  };
}

export type NewLink = {
  readonly tokenHash: Buffer;
  readonly userId: UserId;
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly now: Date;
  readonly expiresAt: Date;
  readonly auditId?: string;
};

export async function insertLink(tx: Tx, link: NewLink): Promise<void> {
  await tx
    .insertInto('mailed_links')
    .values({
      token_hash: link.tokenHash,
      user_id: link.userId,
      purpose: link.purpose,
      email: link.email,
      created_at: link.now,
      expires_at: link.expiresAt,
      audit_id: link.auditId === undefined ? null : BigInt(link.auditId),
    })
    .execute();
}

/** Invalidates open links of this kind: a newer one follows, or their purpose is gone. */
export async function replaceLinks(tx: Queryable, userId: UserId, purpose: LinkPurpose, now: Date): Promise<void> {
  await tx
    .updateTable('mailed_links')
    .set({ replaced_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .execute();
}

/** Of several mailboxes: those whose links `isReplaced`. */
export async function replaceNotices(tx: Tx, userId: UserId, now: Date, isReplaced: (email: string) => boolean): Promise<void> {
  const open = await tx
    .selectFrom('mailed_links')
    .select('email')
    .distinct()
    .where('user_id', '=', userId)
    .where('purpose', '=', 'account-change')
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .execute();
  const emails = open.map(({ email }) => email).filter(isReplaced);
  await sql`
    update mailed_links set replaced_at = ${now}
     where user_id = ${userId} and purpose = 'account-change' and used_at is null and replaced_at is null and email = any(${emails})`.execute(
    tx,
  );
}

export async function markLinkUsed(tx: Tx, tokenHash: Buffer, now: Date): Promise<void> {
  await tx.updateTable('mailed_links').set({ used_at: now }).where('token_hash', '=', tokenHash).execute();
}

/** Recent mails of this kind, newest first. */
export async function listLinkTimes(tx: Queryable, userId: UserId, purpose: LinkPurpose, since: Date): Promise<Date[]> {
  const rows = await tx
    .selectFrom('mailed_links')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => row.created_at);
}

export async function savePendingEmail(tx: Tx, userId: UserId, pendingEmail: string | null): Promise<void> {
  await tx.updateTable('users').set({ pending_email: pendingEmail }).where('id', '=', userId).execute();
}

export async function saveVerifiedEmail(tx: Tx, userId: UserId, email: string, emailKey: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email, email_key: emailKey, email_verified_at: now, email_released_at: null, pending_email: null })
    .where('id', '=', userId)
    .execute();
}

export async function deleteOldLinks(tx: Queryable, before: Date): Promise<void> {
  await sql`delete from mailed_links where expires_at < ${before}`.execute(tx);
}
