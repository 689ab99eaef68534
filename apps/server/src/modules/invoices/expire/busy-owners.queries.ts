import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';

/** Families with an open invoice, of a store or of the platform. */
export async function listOpenFamilies(db: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ family: string }>`
    select f.family from unnest(array['evm', 'tron', 'solana']) as f (family)
     where exists (select 1 from amount_reservations r where r.family = f.family and r.ended_at is null)`.execute(db);
  return new Set(rows.map(({ family }) => family));
}

/**
 * Solana addresses that may be paid at any time: those of open invoices, and those polled one last time because monitoring is about to end.
 */
export async function listBusyOwners(db: Queryable, monitoringEndsBefore: Date): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select distinct address_key as key from amount_reservations where family = 'solana' and ended_at is null
    union
    select r.address_key from invoices i join amount_reservations r on r.invoice_id = i.id
     where i.monitor_until < ${monitoringEndsBefore} and r.family = 'solana'`.execute(db);
  return new Set(rows.map(({ key }) => key));
}
