import { sql } from 'kysely';
import type { Db } from '../../../apps/server/src/platform/db/db';

/** The address with our share of the payments. */
export const OURS = `0x${'a1'.repeat(20)}`;

/** `count` watched addresses, including ours. */
export async function seedWatched(db: Db, count: number): Promise<void> {
  const keys = sql`
    select ${OURS}::text as key union all select '0xb' || lpad(to_hex(n), 39, '0') from generate_series(1, ${count - 1}::int) n`;
  await sql`insert into address_owners (family, address_key) select 'evm', key from (${keys}) k`.execute(db.query);
  await sql`insert into watched_addresses (family, address_key, reason, ref) select 'evm', key, 'wallet', key from (${keys}) k`.execute(
    db.query,
  );
  await sql`analyze watched_addresses`.execute(db.query);
}

export async function listWatched(db: Db): Promise<`0x${string}`[]> {
  const { rows } = await sql<{ key: `0x${string}` }>`select address_key as key from watched_addresses`.execute(db.query);
  return rows.map(({ key }) => key);
}

/** As if nothing had been read. */
export async function forgetReading(db: Db): Promise<void> {
  await sql`truncate transfers, chain_blocks, chain_cursors cascade`.execute(db.query);
}
