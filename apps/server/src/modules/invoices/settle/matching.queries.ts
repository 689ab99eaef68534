import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db';
import type { InvoiceId } from '../../../platform/id-types';
import type { WatchedInvoice } from './matching.domain';

export type Arrival = { readonly family: string; readonly toKey: string; readonly amountMicros: bigint; readonly blockTime: Date };

/** Chain clocks may run behind ours: an invoice may be this much younger than the block that pays it. */
export const CLOCK_SLACK = sql.raw(`interval '60 seconds'`);

/** Rule 1: the amount is reserved. */
export async function findExact(tx: Tx, { family, toKey, amountMicros, blockTime }: Arrival): Promise<InvoiceId | undefined> {
  const { rows } = await sql<{ id: InvoiceId }>`
    select i.id from amount_reservations r join invoices i on i.id = r.invoice_id
     where r.family = ${family} and r.address_key = ${toKey} and r.payable = ${amountMicros}
       and i.created_at <= ${blockTime}::timestamptz + ${CLOCK_SLACK}`.execute(tx);
  return rows[0]?.id;
}

/**
 * An invoice has at most three rows at an address: its amount, what is due, and that it was displaced. Four rows prove a second invoice.
 */
const ROWS_MAX = 4;

/**
 * The invoices watched at the address as far as rule 3 needs: one, or several. The slack equals that of the exact match, so that no payable
 * invoice is missed. Stops after four rows, however many invoices the address has.
 */
export async function listWatchedAt(tx: Tx, { family, toKey, blockTime }: Omit<Arrival, 'amountMicros'>): Promise<WatchedInvoice[]> {
  const { rows } = await sql<WatchedInvoice>`
    select i.id, i.payable as "payableMicros", i.paid as "paidMicros", i.user_id is null as "isPlatform",
           date_trunc('second', i.created_at) <= ${blockTime} as "isOlderThanBlock"
      from (select r.invoice_id from amount_reservations r where r.family = ${family} and r.address_key = ${toKey}
            union all
            select d.invoice_id from displaced_reservations d where d.family = ${family} and d.address_key = ${toKey}) w
     cross join lateral (
       select i.id, i.payable, i.paid, i.user_id, i.created_at from invoices i
        where i.id = w.invoice_id and i.created_at <= ${blockTime}::timestamptz + ${CLOCK_SLACK} offset 0) i
     limit ${ROWS_MAX}`.execute(tx);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/**
 * Blocks new invoices at the address until this transaction ends; false when one is being created right now. Creations hold this lock
 * shared. It never waits: this transaction may hold rows that the creation waits for.
 */
export async function holdCreations(tx: Tx, { family, toKey }: Pick<Arrival, 'family' | 'toKey'>): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('store-addresses:' || s.store_id, 0)) as held
      from (select store_id from store_wallets where family = ${family} and address_key = ${toKey}
            union select store_id from store_wallets where family = ${family} and next_address_key = ${toKey} order by 1) s`.execute(tx);
  return rows.every(({ held }) => held);
}
