import type { Queryable } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';

/** A new set replaces the old one. */
export async function saveRecoveryCodes(tx: Queryable, userId: UserId, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash, slot) => ({ user_id: userId, slot, code_hash })))
    .execute();
}

export async function findRecoveryHash(tx: Queryable, userId: UserId, slot: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('slot', '=', slot)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return row?.code_hash;
}

/** Once: of two concurrent requests with the same code one gets true. */
export async function spendRecoveryCode(tx: Queryable, userId: UserId, hash: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('slot')
    .executeTakeFirst();
  return row !== undefined;
}
