import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/db';
import { type Finding, findBroken, usd } from './findings';
import type { CheckMode } from './ledger-check.queries';

/** Invoices whose entries are new; all of them in a full check. */
const SCOPE = { full: sql`true`, incremental: sql`i.id in (select reference from ledger_touched)` } as const;

/**
 * A partly paid invoice also has its remainder reserved (remainderOf): what is missing on the grid of four decimals, or 0.01 where that is
 * less, with a tail of at most 0.0099.
 */
const MISSING = sql`(i.payable - i.paid + 99) / 100 * 100`;
const IS_OWN_OR_REMAINDER = sql`
  ((r.payable = i.payable and coalesce(r.amount, i.amount) = i.amount) or (r.amount is null and i.status <> 'SUCCESS' and i.paid > 0 and i.paid < i.payable
    and r.payable % 100 = 0
    and r.payable between ${MISSING} and greatest(${MISSING}, 10000) + 9900))`;

/** Without the plain amount it was a remainder: how much had come by then is not kept. */
const WAS_ASKED_FOR = sql`(d.payable = i.payable and d.amount = i.amount) or (d.amount is null and d.payable between 1 and i.payable)`;

const reserved = (mode: CheckMode): RawBuilder<unknown> => sql`
  select r.invoice_id as subject,
         format('%s is reserved at %s for invoice %s, which asks for %s and has got %s', ${usd('r.payable')}, r.address_key, r.invoice_id,
           ${usd('i.payable')}, ${usd('i.paid')}) as text
    from amount_reservations r left join invoices i on i.id = r.invoice_id
   where ${mode === 'full' ? sql`true` : sql`r.invoice_id in (select reference from ledger_touched)`} and (${IS_OWN_OR_REMAINDER}) is not true
  union all
  select d.invoice_id, format('%s was taken over at %s from invoice %s, which asks for %s', ${usd('d.payable')}, d.address_key, d.invoice_id,
           ${usd('i.payable')})
    from displaced_reservations d left join invoices i on i.id = d.invoice_id
   where ${mode === 'full' ? sql`true` : sql`d.invoice_id in (select reference from ledger_touched)`} and (${WAS_ASKED_FOR}) is not true
  union all
  select i.id, format('invoice %s is watched, and its %s is reserved nowhere', i.id, ${usd('i.payable')})
    from invoices i
   where ${SCOPE[mode]} and i.monitor_until is not null
     and not exists (select 1 from amount_reservations r where r.invoice_id = i.id and r.payable = i.payable)
     and not exists (select 1 from displaced_reservations d where d.invoice_id = i.id)`;

/** Old events are archived: what is asked is in them only while the first one of the invoice is. */
const accepted = (mode: CheckMode): RawBuilder<unknown> => sql`
  select i.id as subject, format('invoice %s: %s was accepted, which its events never had', i.id, ${usd('i.accepted')}) as text
    from invoices i
   where ${SCOPE[mode]} and i.accepted is not null
     and exists (select 1 from events e where e.subject = i.id and e.version = 1)
     and not exists (select 1 from events e where e.subject = i.id and e.payload ->> 'paid' = i.accepted::text)`;

/** What unpaid orders of links hold together is limited by these rows. */
const orders = (mode: CheckMode): RawBuilder<unknown> => sql`
  select p.invoice_id as subject, format('the order of invoice %s holds %s, its fee is %s', p.invoice_id, ${usd('p.held')}, ${usd('i.fee')}) as text
    from payment_link_invoices p left join invoices i on i.id = p.invoice_id
   where ${mode === 'full' ? sql`true` : sql`p.invoice_id in (select reference from ledger_touched)`}
     and (i.id is null or p.held not in (0, i.fee) or (i.hold_id is not null and p.held <> i.fee))`;

/** Amounts of invoices that are kept in a second place, for the speed of what reads them. */
export async function checkInvoiceAmounts(tx: Tx, mode: CheckMode): Promise<Finding[]> {
  return [
    ...(await findBroken(tx, 'reserved', reserved(mode))),
    ...(await findBroken(tx, 'accepted', accepted(mode))),
    ...(await findBroken(tx, 'orders', orders(mode))),
  ];
}
