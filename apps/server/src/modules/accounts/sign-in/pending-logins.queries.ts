import type { Queryable } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';

export type SecondFactor = 'totp' | 'email' | 'passkey';
export type PendingLogin = {
  readonly tokenHash: Buffer;
  readonly userId: UserId;
  readonly method: SecondFactor;
  readonly remember: boolean;
  readonly codeHash: Buffer | null;
  readonly expiresAt: Date;
};

export async function insertPendingLogin(tx: Queryable, login: PendingLogin & { readonly createdAt: Date }): Promise<void> {
  await tx
    .insertInto('pending_logins')
    .values({
      token_hash: login.tokenHash,
      user_id: login.userId,
      method: login.method,
      remember: login.remember,
      code_hash: login.codeHash,
      created_at: login.createdAt,
      expires_at: login.expiresAt,
    })
    .execute();
}

export async function findPendingLogin(tx: Queryable, tokenHash: Buffer, now: Date): Promise<PendingLogin | undefined> {
  const row = await tx
    .selectFrom('pending_logins')
    .select(['token_hash', 'user_id', 'method', 'remember', 'code_hash', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    tokenHash: row.token_hash,
    userId: row.user_id,
    method: row.method as SecondFactor,
    remember: row.remember,
    codeHash: row.code_hash,
    expiresAt: row.expires_at,
  };
}

/** Uses one attempt of a pending login; returns false when none is left. */
export async function takePendingTry(tx: Queryable, tokenHash: Buffer, triesMax: number): Promise<boolean> {
  const row = await tx
    .updateTable('pending_logins')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('tries', '<', triesMax)
    .returning('tries')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deleting is claiming: of two concurrent requests one gets in. */
export async function consumePendingLogin(tx: Queryable, tokenHash: Buffer): Promise<boolean> {
  const row = await tx.deleteFrom('pending_logins').where('token_hash', '=', tokenHash).returning('user_id').executeTakeFirst();
  return row !== undefined;
}
