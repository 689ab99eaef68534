import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import type { Family, WatchReason } from '../chains.domain';

export type WatchRow = { readonly family: Family; readonly key: string; readonly reason: WatchReason; readonly ref: string };

/** One statement for all addresses of a wallet or an invoice; idempotent. */
export async function addWatches(tx: Queryable, rows: readonly WatchRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('watched_addresses')
    .values(rows.map(({ family, key, reason, ref }) => ({ family, address_key: key, reason, ref })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the addresses that lost a watch. */
export async function removeWatchesOf(tx: Queryable, reason: WatchReason, ref: string): Promise<{ family: Family; key: string }[]> {
  const { rows } = await sql<{ family: Family; key: string }>`
    delete from watched_addresses where reason = ${reason} and ref = ${ref}
    returning family, address_key as key`.execute(tx);
  return rows;
}

export async function hasWatch(tx: Queryable, reason: WatchReason, ref: string): Promise<boolean> {
  const { rows } = await sql`select 1 from watched_addresses where reason = ${reason} and ref = ${ref} limit 1`.execute(tx);
  return rows.length > 0;
}

/** The platform's claims to one address, one per configured network. */
export async function removePlatformWatches(tx: Queryable, family: Family, key: string): Promise<void> {
  await sql`delete from watched_addresses where family = ${family} and address_key = ${key} and reason = 'platform'`.execute(tx);
}

/** Inserts the claim, or waits for a concurrent one; then returns the address's owner. */
export async function claim(tx: Queryable, family: Family, key: string, userId: UserId | null): Promise<{ userId: UserId | null }> {
  await sql`
    insert into address_owners (family, address_key, user_id) values (${family}, ${key}, ${userId})
    on conflict (family, address_key) do nothing`.execute(tx);
  const { rows } = await sql<{ userId: UserId | null }>`
    select user_id as "userId" from address_owners where family = ${family} and address_key = ${key} for key share`.execute(tx);
  return rows[0] ?? claim(tx, family, key, userId); // released meanwhile: it is free now
}

export async function findOwner(db: Queryable, family: Family, key: string): Promise<{ userId: UserId | null } | undefined> {
  const { rows } = await sql<{ userId: UserId | null }>`
    select user_id as "userId" from address_owners where family = ${family} and address_key = ${key}`.execute(db);
  return rows[0];
}

/** The address keys of each of these users. */
export async function listOwnedKeys(db: Queryable, family: Family, userIds: readonly UserId[]): Promise<Map<UserId, Set<string>>> {
  const { rows } = await sql<{ userId: UserId; keys: string[] }>`
    select user_id as "userId", array_agg(address_key) as keys from address_owners
     where user_id = any(${userIds}::text[]) and family = ${family} group by user_id`.execute(db);
  return new Map(rows.map(({ userId, keys }) => [userId, new Set(keys)]));
}

/** Releases the address unless something still watches it. The lock comes first, so a watch added concurrently is seen. */
export async function releaseIfUnwatched(tx: Queryable, family: Family, key: string): Promise<boolean> {
  await sql`select 1 from address_owners where family = ${family} and address_key = ${key} for update`.execute(tx);
  const { rows } = await sql`
    delete from address_owners o
     where o.family = ${family} and o.address_key = ${key}
       and not exists (select 1 from watched_addresses w where w.family = o.family and w.address_key = o.address_key)
    returning 1`.execute(tx);
  return rows.length > 0;
}

export type WatchUpdate = { readonly horizon: string; readonly keys: string[] };

/**
 * All watched keys, or those added since a horizon: the oldest transaction open at the last refresh, so that a row that commits late is
 * still seen.
 */
export async function readWatched(db: Queryable, family: Family, horizon: string | undefined): Promise<WatchUpdate> {
  const since = horizon === undefined ? sql`` : sql`and added_xid >= ${horizon}::xid8`;
  // One text, split here: no key has a comma, and the driver takes five times as long to parse an array of 100,000 texts.
  const { rows } = await sql<{ horizon: string; keys: string | null }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
           (select string_agg(address_key, ',') from watched_addresses where family = ${family} ${since}) as keys`.execute(db);
  const [row] = rows;
  return { horizon: row?.horizon ?? '0', keys: row?.keys?.split(',') ?? [] };
}
