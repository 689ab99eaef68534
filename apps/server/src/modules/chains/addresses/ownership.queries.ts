import { HOUR_MS } from '@stablegate/rules';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import { firstIdAt } from '../../../platform/ids';
import { BUSY_PER_HOUR, type Family } from '../chains.domain';

export type ChallengeRow = {
  readonly nonce: string;
  readonly userId: UserId;
  readonly family: Family;
  readonly key: string;
  readonly message: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

export async function insertChallenge(db: Queryable, row: ChallengeRow): Promise<void> {
  await db
    .insertInto('address_challenges')
    .values({
      nonce: row.nonce,
      user_id: row.userId,
      family: row.family,
      address_key: row.key,
      message: row.message,
      created_at: row.createdAt,
      expires_at: row.expiresAt,
    })
    .execute();
}

type ChallengeName = Pick<ChallengeRow, 'nonce' | 'userId' | 'family' | 'key'>;

/** The message to sign, if it is still valid and belongs to this user and address. */
export async function findChallenge(db: Queryable, name: ChallengeName, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('address_challenges')
    .select('message')
    .where('nonce', '=', name.nonce)
    .where('user_id', '=', name.userId)
    .where('family', '=', name.family)
    .where('address_key', '=', name.key)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return row?.message;
}

/** False when it has been used meanwhile: each challenge proves once. */
export async function useChallenge(tx: Queryable, name: ChallengeName, signature: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('address_challenges')
    .set({ used_at: now, signature })
    .where('nonce', '=', name.nonce)
    .where('user_id', '=', name.userId)
    .where('family', '=', name.family)
    .where('address_key', '=', name.key)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteExpiredChallenges(db: Queryable, now: Date): Promise<void> {
  await sql`delete from address_challenges where used_at is null and expires_at < ${now}`.execute(db);
}

export async function saveProven(tx: Queryable, family: Family, key: string, now: Date): Promise<void> {
  await sql`update address_owners set proven_at = ${now} where family = ${family} and address_key = ${key}`.execute(tx);
}

export async function saveBusy(tx: Queryable, family: Family, key: string, now: Date): Promise<void> {
  await sql`update address_owners set is_busy = true, busy_at = ${now} where family = ${family} and address_key = ${key}`.execute(tx);
}

export type OwnedAddress = { readonly family: string; readonly key: string };
export type AddressMarks = { readonly isBusy: boolean; readonly isProven: boolean };

/** By `family:key`; unowned addresses are absent. */
export async function readMarks(db: Queryable, addresses: readonly OwnedAddress[]): Promise<Map<string, AddressMarks>> {
  const { rows } = await sql<AddressMarks & { place: string }>`
    select family || ':' || address_key as place, is_busy as "isBusy", proven_at is not null as "isProven" from address_owners
     where (family, address_key) in (select * from unnest(${addresses.map(({ family }) => family)}::text[], ${addresses.map(({ key }) => key)}::text[]))`.execute(
    db,
  );
  return new Map(rows.map(({ place, ...marks }) => [place, marks]));
}

/** Half of the busy threshold (hysteresis): an address around the limit stays busy. */
const QUIET_PER_HOUR = 50;

/**
 * Counts each address's transfers of the last hour in our own table. By block time, so that a network catching up on many hours does not
 * look busy. Ids sort by the time a transfer was seen, which is later than its block.
 */
export async function markBusyAddresses(db: Queryable, now: Date): Promise<{ busy: number; quiet: number }> {
  const since = new Date(now.getTime() - HOUR_MS);
  const { rows } = await sql<{ busy: number; quiet: number }>`
    with counted as materialized (
      select family, to_key as key, count(*) as transfers
        from transfers
       where id >= ${firstIdAt('transfer', since)} and block_time > ${since} and state <> 'reorged'
       group by family, to_key having count(*) > ${QUIET_PER_HOUR}
    ), busy as (
      update address_owners o set is_busy = true, busy_at = ${now}
        from counted c where o.family = c.family and o.address_key = c.key and c.transfers > ${BUSY_PER_HOUR}
      returning 1
    ), quiet as (
      update address_owners o set is_busy = false
       where o.is_busy and o.busy_at <= ${since}
         and not exists (select 1 from counted c where c.family = o.family and c.key = o.address_key)
      returning 1
    )
    select (select count(*)::int from busy) as busy, (select count(*)::int from quiet) as quiet`.execute(db);
  return rows[0] ?? { busy: 0, quiet: 0 };
}
