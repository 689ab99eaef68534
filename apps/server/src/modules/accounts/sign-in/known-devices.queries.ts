import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';

export async function isKnownDevice(tx: Queryable, userId: UserId, deviceHash: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('known_devices')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether it was new. */
export async function saveDevice(tx: Queryable, userId: UserId, deviceHash: Buffer, now: Date): Promise<boolean> {
  const { rows } = await sql<{ inserted: boolean }>`
    insert into known_devices as d (user_id, device_hash, created_at, last_seen_at) values (${userId}, ${deviceHash}, ${now}, ${now})
    on conflict (user_id, device_hash) do update set last_seen_at = greatest(d.last_seen_at, excluded.last_seen_at)
    returning (xmax = 0) as inserted`.execute(tx);
  return rows[0]?.inserted === true;
}

export async function forgetDevices(tx: Queryable, userId: UserId): Promise<void> {
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute();
}
