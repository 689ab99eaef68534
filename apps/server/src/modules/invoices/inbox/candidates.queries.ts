import { amountWithin, USUAL_FEES } from '@stablegate/rules';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import type { TransferId, UserId } from '../../../platform/id-types';
import { INVOICE_COLUMNS, type InvoiceRecord, ITS_STORE } from '../invoices.queries';

export type Unmatched = {
  readonly id: TransferId;
  readonly ownerId: UserId | null;
  readonly family: string;
  readonly toKey: string;
  readonly toAddress: string;
  readonly amountMicros: bigint;
  readonly blockTime: Date;
};

/** Candidates examined on each side of the amount, so that a page stays fast with a million open invoices at the address. */
const NEIGHBOURS = 20;

/**
 * Invoices of nearly the same amount as each transfer that existed when it was made. Monitored ones are found by their reservations at the
 * address; others by the owner's amounts, which customers send without the fee.
 */
export async function listNeighbours(
  tx: Queryable,
  ownerId: UserId | null,
  transfers: readonly Unmatched[],
): Promise<(InvoiceRecord & { transferId: TransferId })[]> {
  const given = transfers.map(({ id, family, toKey, toAddress, amountMicros, blockTime }) => ({
    id,
    family,
    key: toKey,
    address: toAddress.toLowerCase(),
    amount: amountMicros.toString(),
    base: amountWithin(amountMicros).toString(),
    at: blockTime,
    fees: USUAL_FEES.flatMap((fee) => [(amountMicros + fee).toString(), (amountMicros - fee).toString()]),
  }));
  const place = sql.raw('r.family = t.family and r.address_key = t.key');
  const own = sql`${ownerId === null ? sql`o.user_id is null` : sql`o.user_id = ${ownerId}`} and o.hidden_at is null`;
  const { rows } = await sql<InvoiceRecord & { transferId: TransferId }>`
    select t.id as "transferId", ${INVOICE_COLUMNS}
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as t (id text, family text, key text, address text, amount bigint, base bigint, at timestamptz, fees jsonb)
     cross join lateral (
      (select r.invoice_id as id from amount_reservations r where ${place} and r.payable >= t.amount order by r.payable limit ${NEIGHBOURS})
      union
      (select r.invoice_id from amount_reservations r where ${place} and r.payable < t.amount order by r.payable desc limit ${NEIGHBOURS})
      union
      (select r.invoice_id from jsonb_array_elements_text(t.fees) f join amount_reservations r on ${place} and r.payable = f::bigint)
      union
      (select o.id from invoices o where ${own} and o.amount = t.amount order by o.id desc limit ${NEIGHBOURS})
      union
      (select o.id from invoices o where ${own} and o.amount <= t.base order by o.amount desc limit ${NEIGHBOURS})
      union
      (select o.id from invoices o where ${own} and o.amount > t.base order by o.amount limit ${NEIGHBOURS})) near
      join invoices i on i.id = near.id ${ITS_STORE}
     where i.user_id is not distinct from ${ownerId} and i.status <> 'SUCCESS' and i.created_at <= t.at + interval '60 seconds'
       and exists (select from unnest(i.addresses) a where lower(a) = t.address)`.execute(tx);
  return rows;
}

export type Attached = { readonly transId: string; readonly status: string };

export async function listAttachedInvoices(tx: Queryable, transferIds: readonly TransferId[]): Promise<Map<TransferId, Attached>> {
  const { rows } = await sql<Attached & { transferId: TransferId }>`
    select a.transfer_id as "transferId", i.trans_id as "transId", i.status
      from invoice_transfers a join invoices i on i.id = a.invoice_id where a.transfer_id = any(${transferIds}::text[])`.execute(tx);
  return new Map(rows.map(({ transferId, ...attached }) => [transferId, attached]));
}
