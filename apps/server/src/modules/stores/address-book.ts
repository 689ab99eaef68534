import { sql } from 'kysely';
import { AppError } from '../../platform/app-error';
import { parseAddress } from '../chains/addresses';
import type { AddressBook } from './stores.service';

/** Claims and watches by the tables of the chains module. */
export const addressBook: AddressBook = {
  parseAddress,
  claimAddress: async (tx, { userId, family, key, reason, ref }) => {
    await sql`insert into address_owners (family, address_key, user_id) values (${family}, ${key}, ${userId}) on conflict do nothing`.execute(
      tx,
    );
    const { rows } = await sql<{ user_id: string | null }>`
      select user_id from address_owners where family = ${family} and address_key = ${key} for update`.execute(tx);
    if (rows[0]?.user_id !== userId) throw new AppError('address_in_use');
    await sql`insert into watched_addresses (family, address_key, reason, ref) values (${family}, ${key}, ${reason}, ${ref})
      on conflict do nothing`.execute(tx);
  },
  releaseAddress: async (tx, { family, key, reason, ref }) => {
    await sql`select 1 from address_owners where family = ${family} and address_key = ${key} for update`.execute(tx);
    await sql`delete from watched_addresses where family = ${family} and address_key = ${key} and reason = ${reason} and ref = ${ref}`.execute(
      tx,
    );
    await sql`delete from address_owners o where family = ${family} and address_key = ${key} and not exists (
      select 1 from watched_addresses w where w.family = o.family and w.address_key = o.address_key)`.execute(tx);
  },
};
