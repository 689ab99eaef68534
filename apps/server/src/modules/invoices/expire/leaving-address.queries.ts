import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db';
import type { InvoiceId, UserId } from '../../../platform/id-types';

type Address = { readonly family: string; readonly addressKey: string };

/** Whether an invoice at this address is open or monitored. */
export async function isAddressReserved(tx: Tx, { family, addressKey }: Address): Promise<boolean> {
  const { rows } = await sql`
    select 1 from amount_reservations where family = ${family} and address_key = ${addressKey}
    union all
    select 1 from displaced_reservations where family = ${family} and address_key = ${addressKey} limit 1`.execute(tx);
  return rows.length > 0;
}

/** A user's invoices that show one of these addresses and wait for a payment. */
export async function listWaitingAt(tx: Tx, userId: UserId, addresses: readonly Address[]): Promise<InvoiceId[]> {
  const [families, keys] = [addresses.map(({ family }) => family), addresses.map(({ addressKey }) => addressKey)];
  const { rows } = await sql<{ id: InvoiceId }>`
    select distinct i.id from unnest(${families}::text[], ${keys}::text[]) as a (family, address_key)
      join amount_reservations r on r.family = a.family and r.address_key = a.address_key and r.ended_at is null
      join invoices i on i.id = r.invoice_id
     where i.user_id = ${userId} and i.status = 'WAITING'`.execute(tx);
  return rows.map(({ id }) => id);
}
