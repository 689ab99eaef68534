import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { InvoiceId } from '../../../platform/id-types';
import type { InvoiceRecord } from '../invoices.queries';

type Due = { readonly invoiceId: InvoiceId; readonly payableMicros: bigint };

/** Where the invoice is watched, including where its own amount was taken over. */
const placesOf = ({ invoiceId, payableMicros }: Due) => sql`
  select family, address_key, ended_at from amount_reservations where invoice_id = ${invoiceId} and payable = ${payableMicros}
  union
  select d.family, d.address_key, max(d.displaced_at) from displaced_reservations d
   where d.invoice_id = ${invoiceId} and not exists (
     select 1 from amount_reservations r where r.invoice_id = ${invoiceId} and r.payable = ${payableMicros}
        and r.family = d.family and r.address_key = d.address_key)
   group by d.family, d.address_key`;

async function listFree(tx: Tx, due: Due, candidates: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ payable: bigint }>`
    select c as payable from unnest(${candidates}::bigint[]) with ordinality as u (c, n)
     where not exists (select 1 from (${placesOf(due)}) p
                         join amount_reservations r on r.family = p.family and r.address_key = p.address_key where r.payable = c)
     order by n`.execute(tx);
  return rows.map(({ payable }) => payable);
}

/**
 * Reserves the due amount wherever the invoice is watched: everywhere or nowhere, since at an address where another invoice has that amount
 * it would pay that one. Returns the amount; undefined when none is free.
 */
export async function reserveDue(tx: Tx, due: Due, candidates: readonly bigint[]): Promise<bigint | undefined> {
  await dropDue(tx, due);
  for (const payable of await listFree(tx, due, candidates)) {
    const { rows } = await sql<{ isWhole: boolean }>`
      with places as (${placesOf(due)}),
      reserved as (
        insert into amount_reservations (family, address_key, payable, invoice_id, ended_at)
        select family, address_key, ${payable}, ${due.invoiceId}, ended_at from places order by family, address_key
        on conflict do nothing returning 1)
      select (select count(*) from reserved) = (select count(*) from places) as "isWhole"`.execute(tx);
    if (rows[0]?.isWhole === true) return payable;
    await dropDue(tx, due); // an invoice was just created with this amount
  }
  return undefined;
}

export const dropDue = (tx: Tx, due: Due): Promise<void> => dropDues(tx, [due]);

/** The remainders' reservations; the invoices' own amounts stay. */
export async function dropDues(tx: Tx, dues: readonly Due[]): Promise<void> {
  if (dues.length === 0) return;
  await sql`
    delete from amount_reservations r
     using unnest(${dues.map(({ invoiceId }) => invoiceId)}::text[], ${dues.map(({ payableMicros }) => payableMicros)}::bigint[]) as d (id, payable)
     where r.invoice_id = d.id and r.payable <> d.payable`.execute(tx);
}

/** The amount reserved for the remainder of a partly paid invoice, at every address where it is watched. */
export async function findReservedDue(tx: Queryable, invoice: InvoiceRecord): Promise<bigint | undefined> {
  if (invoice.paidMicros === 0n || invoice.paidMicros >= invoice.payableMicros) return undefined;
  const { rows } = await sql<{ payable: bigint }>`
    select r.payable from amount_reservations r
     where r.invoice_id = ${invoice.id} and r.payable <> ${invoice.payableMicros}
     group by r.payable
    having count(*) = (select count(*) from (${placesOf({ invoiceId: invoice.id, payableMicros: invoice.payableMicros })}) p)
     limit 1`.execute(tx);
  return rows[0]?.payable;
}
