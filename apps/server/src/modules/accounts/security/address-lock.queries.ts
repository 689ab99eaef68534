import type { Queryable, Tx } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import type { StoredLock } from './address-lock.domain';

/** `lock`: held until the commit, so that a concurrent freeze is seen or waits. */
export function findLock(tx: Queryable, userId: UserId, { lock = false }: { readonly lock?: boolean } = {}): Promise<StoredLock> {
  return tx
    .selectFrom('users')
    .select([
      'address_lock_hours as hours',
      'pending_lock_hours as pendingHours',
      'pending_lock_at as pendingAt',
      'addresses_frozen_at as frozenAt',
    ])
    .where('id', '=', userId)
    .$if(lock, (users) => users.forShare())
    .executeTakeFirstOrThrow();
}

export async function saveLock(tx: Tx, userId: UserId, { hours, pendingHours, pendingAt }: Omit<StoredLock, 'frozenAt'>): Promise<void> {
  await tx
    .updateTable('users')
    .set({ address_lock_hours: hours, pending_lock_hours: pendingHours, pending_lock_at: pendingAt })
    .where('id', '=', userId)
    .execute();
}

/** A shorter wait that was asked for is forgotten: it may be the thief's. */
export async function freezeAddresses(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ addresses_frozen_at: now, pending_lock_hours: null, pending_lock_at: null })
    .where('id', '=', userId)
    .execute();
}

/** Returns whether they were frozen. */
export async function unfreezeAddresses(tx: Tx, userId: UserId): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ addresses_frozen_at: null })
    .where('id', '=', userId)
    .where('addresses_frozen_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
