import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db';

/** Whether an invoice at this address is open or monitored. */
export async function isAddressReserved(tx: Tx, { family, addressKey }: { family: string; addressKey: string }): Promise<boolean> {
  const { rows } = await sql`
    select 1 from amount_reservations where family = ${family} and address_key = ${addressKey}
    union all
    select 1 from displaced_reservations where family = ${family} and address_key = ${addressKey} limit 1`.execute(tx);
  return rows.length > 0;
}
