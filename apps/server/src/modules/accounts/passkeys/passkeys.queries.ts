import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { PasskeyId, UserId } from '../../../platform/id-types';

export type PasskeyRecord = {
  readonly id: PasskeyId;
  readonly userId: UserId;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: bigint;
  readonly transports: readonly string[];
  readonly backedUp: boolean;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

const COLUMNS = [
  'id',
  'user_id as userId',
  'credential_id as credentialId',
  'public_key as publicKey',
  'counter',
  'transports',
  'backed_up as backedUp',
  'name',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const;

export const listPasskeys = (tx: Queryable, userId: UserId): Promise<PasskeyRecord[]> =>
  tx.selectFrom('passkeys').select(COLUMNS).where('user_id', '=', userId).orderBy('id').execute();

export const findPasskey = (tx: Queryable, credentialId: string): Promise<PasskeyRecord | undefined> =>
  tx.selectFrom('passkeys').select(COLUMNS).where('credential_id', '=', credentialId).executeTakeFirst();

/** Returns false when the credential is already somebody's. */
export async function insertPasskey(tx: Tx, key: PasskeyRecord): Promise<boolean> {
  const row = await tx
    .insertInto('passkeys')
    .values({
      id: key.id,
      user_id: key.userId,
      credential_id: key.credentialId,
      public_key: key.publicKey,
      counter: key.counter,
      transports: [...key.transports],
      backed_up: key.backedUp,
      name: key.name,
      created_at: key.createdAt,
    })
    .onConflict((on) => on.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deletePasskey(tx: Tx, userId: UserId, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`delete from passkeys where user_id = ${userId} and id = ${id} returning name`.execute(tx);
  return rows[0]?.name;
}

export type PasskeyUse = { readonly id: PasskeyId; readonly counter: bigint; readonly backedUp: boolean; readonly now: Date };

/** Returns false when it was removed meanwhile, or used elsewhere with a higher counter. */
export async function notePasskeyUse(tx: Tx, { id, counter, backedUp, now }: PasskeyUse): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update passkeys set counter = ${counter}, backed_up = ${backedUp}, last_used_at = ${now}
     where id = ${id} and (counter < ${counter} or counter = 0)`.execute(tx);
  return numAffectedRows === 1n;
}

/** Inserting is claiming: of two concurrent requests one gets in. */
export async function useChallenge(tx: Tx, challengeHash: Buffer, expiresAt: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into used_challenges (challenge_hash, expires_at) values (${challengeHash}, ${expiresAt}) on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** All of a user's, or those made after `since`; and the requirement of a second factor where none is left. Returns how many there were. */
export async function dropPasskeys(tx: Tx, userId: UserId, since?: Date): Promise<number> {
  let dropped = tx.deleteFrom('passkeys').where('user_id', '=', userId);
  if (since !== undefined) dropped = dropped.where('created_at', '>', since);
  const passkeys = await dropped.returning('id').execute();
  await sql`
    update users u set two_factor_required = false
     where u.id = ${userId} and u.two_factor_required and not exists (select from passkeys p where p.user_id = u.id)
       and not exists (select from totp_secrets t where t.user_id = u.id and t.enabled_at is not null)`.execute(tx);
  return passkeys.length;
}
