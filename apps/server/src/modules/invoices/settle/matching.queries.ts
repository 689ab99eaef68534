import { USUAL_FEES } from '@stablegate/rules';
import { sql } from 'kysely';
import { assertDefined } from '../../../platform/assert';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { InvoiceId } from '../../../platform/id-types';
import type { WatchedInvoice } from './matching.domain';

export type Arrival = {
  readonly network: string;
  readonly family: string;
  readonly toKey: string;
  readonly amountMicros: bigint;
  readonly blockNumber: number;
  readonly blockTime: Date;
};

export type Candidates = {
  /** Rule 1: the amount is reserved. */
  readonly exact:
    | {
        readonly id: InvoiceId;
        readonly payableMicros: bigint;
        readonly paidMicros: bigint;
        /** Another invoice watched there is unpaid, and its payer may have sent this by mistake. */
        readonly isContested: boolean;
      }
    | undefined;
  /** The invoices watched at the address as far as rule 3 needs: one, or several. Not read where there is an exact match. */
  readonly watched: readonly WatchedInvoice[];
};
type CandidateRow = WatchedInvoice & { readonly place: number; readonly isExact: boolean; readonly isContested: boolean };

const EXISTED = 'invoice_precedes(i.heads, i.created_at, a.network, a.block, a.time)';
const existed = sql.raw(EXISTED);

/** Whether a transfer in this block may pay the invoice: the same question as `existed`, for what a person names. */
export async function precedes(
  tx: Queryable,
  invoiceId: InvoiceId,
  { network, blockNumber, blockTime }: Pick<Arrival, 'network' | 'blockNumber' | 'blockTime'>,
): Promise<boolean> {
  const { rows } = await sql<{ precedes: boolean }>`
    select invoice_precedes(heads, created_at, ${network}, ${blockNumber}::bigint, ${blockTime}::timestamptz) as precedes
      from invoices where id = ${invoiceId}`.execute(tx);
  return assertDefined(rows[0], 'an invoice that was just read').precedes;
}

/** The invoices watched at the address of `a`, also those whose amount was taken over. */
const WATCHED = sql.raw(`
  select r.invoice_id from amount_reservations r where r.family = a.family and r.address_key = a.key
  union all
  select d.invoice_id from displaced_reservations d where d.family = a.family and d.address_key = a.key`);

/**
 * The invoices at the address of `a` that explain its amount without a reservation of it: by their plain amount, which the shop showed, by
 * what they ask for less the usual fee of an exchange, or because the amount was taken over from them.
 */
const EXPLAINING = sql.raw(`
  select r.invoice_id from amount_reservations r where r.family = a.family and r.address_key = a.key and r.amount = a.amount
  union all
  select r.invoice_id from amount_reservations r where r.family = a.family and r.address_key = a.key and r.payable = any(a.with_fees)
  union all
  select d.invoice_id from displaced_reservations d where d.family = a.family and d.address_key = a.key and d.amount = a.amount
  union all
  select d.invoice_id from displaced_reservations d
   where d.family = a.family and d.address_key = a.key and d.payable = any(a.with_fees || a.amount)`);

/**
 * What each arrival may pay, in one statement and in the order of the arrivals. All rules ask in the same way whether an invoice existed, so
 * that no payable one is missed. Of the watched ones it reads two, however many invoices the address has.
 */
export async function listCandidates(tx: Tx, arrivals: readonly Arrival[]): Promise<Candidates[]> {
  const given = arrivals.map(({ network, family, toKey, amountMicros, blockNumber, blockTime }) => ({
    network,
    family,
    toKey,
    amount: amountMicros.toString(),
    blockNumber,
    blockTime,
  }));
  const { rows } = await sql<CandidateRow>`
    with a as materialized (
      select g.network, g.family, g.key, g.amount, g.block, g.time, g.n::integer - 1 as place
        from rows from (jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
               as (network text, family text, "toKey" text, amount bigint, "blockNumber" bigint, "blockTime" timestamptz))
             with ordinality as g (network, family, key, amount, block, time, n)),
    exact as materialized (
      select a.*, r.invoice_id, array(select a.amount + fee from unnest(${USUAL_FEES}::bigint[]) fee) as with_fees
        from a join amount_reservations r on r.family = a.family and r.address_key = a.key and r.payable = a.amount
       where exists (select from invoices i where i.id = r.invoice_id and ${existed})),
    watched as (
      select a.place, a.time, w.invoice_id from a
       cross join lateral (
        select w.invoice_id from (${WATCHED}) w
         cross join lateral (select from invoices i where i.id = w.invoice_id and ${existed} offset 0) i limit 1) first
       cross join lateral (
        select first.invoice_id
        union all
        (select w.invoice_id from (${WATCHED}) w
          cross join lateral (select from invoices i where i.id = w.invoice_id and ${existed} offset 0) i
          where w.invoice_id <> first.invoice_id limit 1)) w
       where not exists (select from exact e where e.place = a.place))
    select c.place, c."isExact", c."isContested", i.id, i.payable as "payableMicros", i.paid as "paidMicros", i.user_id is null as "isPlatform",
           date_trunc('second', i.created_at) <= c.time as "isOlderThanBlock"
      from (select a.place, a.time, a.invoice_id, true as "isExact",
                   exists (select from (${EXPLAINING}) o
                             cross join lateral (select from invoices i where i.id = o.invoice_id and i.status <> 'SUCCESS' and i.paid < i.payable
                                                    and ${existed} offset 0) i
                            where o.invoice_id <> a.invoice_id) as "isContested" from exact a
            union all select place, time, invoice_id, false, false from watched) c
      join invoices i on i.id = c.invoice_id`.execute(tx);
  return arrivals.map((_, place) => {
    const own = rows.filter((row) => row.place === place);
    return { exact: own.find(({ isExact }) => isExact), watched: own.filter(({ isExact }) => !isExact) };
  });
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
