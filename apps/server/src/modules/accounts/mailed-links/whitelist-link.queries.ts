import type { Queryable } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';

export type WhitelistLink = { readonly tokenHash: Buffer; readonly userId: UserId; readonly createdAt: Date; readonly expiresAt: Date };

/** Deletes the user's older links. */
export async function saveWhitelistLink(tx: Queryable, link: WhitelistLink): Promise<void> {
  await tx.deleteFrom('whitelist_links').where('user_id', '=', link.userId).execute();
  await tx
    .insertInto('whitelist_links')
    .values({ token_hash: link.tokenHash, user_id: link.userId, created_at: link.createdAt, expires_at: link.expiresAt })
    .execute();
}

export async function findWhitelistLink(tx: Queryable, tokenHash: Buffer, now: Date): Promise<UserId | undefined> {
  const row = await tx
    .selectFrom('whitelist_links')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.user_id;
}

export async function consumeWhitelistLink(tx: Queryable, tokenHash: Buffer): Promise<boolean> {
  const row = await tx.deleteFrom('whitelist_links').where('token_hash', '=', tokenHash).returning('user_id').executeTakeFirst();
  return row !== undefined;
}
