import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/db';
import { ENTRY_NAME, type Finding, findBroken, usd } from './findings';
import { type CheckMode, ENTRIES } from './ledger-check.queries';

/** Invoices whose entries are new; all of them in a full check. */
const SCOPE = { full: sql`true`, incremental: sql`i.id in (select reference from ledger_touched)` } as const;

/** Every entry of an invoice has a key that names it, except for the end of its hold, which names the hold. */
const ENTRIES_OF_TOUCHED = sql`
  with keys as (
    select i.id, k.key from invoices i
     cross join lateral (
       select 'invoice-fee:' || i.id as key
       union all
       select t.topic || ':' || i.id || ':' || n from unnest(array['invoice.completed', 'invoice.restored', 'invoice.reversed']) t (topic), generate_series(1, i.version) n) k
     where ${SCOPE.incremental}
  ), named as (
    select e.* from keys k cross join lateral (select * from ledger_entries j where j.idempotency_key = k.key collate "C" offset 0) e
  ), ends as (
    select e.* from named h
     cross join lateral (
       select * from ledger_entries j where j.idempotency_key = ('hold-end:' || h.account_id || ':' || h.version) collate "C" offset 0) e
     where h.phase = 'pending'
  )
  select * from named union all select * from ends`;

/** Fees by what they refer to. Settlements of older debt are left out: they move nothing between the user and the fees. */
async function sumFees(tx: Tx, mode: CheckMode): Promise<void> {
  const entries = mode === 'full' ? sql`ledger_entries` : sql`(${ENTRIES_OF_TOUCHED})`;
  await sql`
    create temporary table ledger_fees on commit drop as
    select e.reference, -sum(e.balance_delta + e.receivable_delta)::bigint as taken, sum(e.held_delta)::bigint as held,
           count(*) filter (where e.phase = 'pending') as holds, sum(e.held_delta) filter (where e.phase = 'pending')::bigint as first_held,
           min(e.version) filter (where e.phase = 'pending') as hold, min(e.account_id) as account_id, max(e.account_id) as last_account,
           min(e.version) as first, max(e.version) as last
      from ${entries} e
     where e.kind in ('fee', 'refund') and (e.held_delta <> 0 or e.balance_delta + e.receivable_delta <> 0)
     group by e.reference`.execute(tx);
  await sql`analyze ledger_fees`.execute(tx);
}

const IS_CHARGED = sql`(i.user_id is not null and i.fee_charged and i.fee > 0)`;
const TAKEN = sql`(case when ${IS_CHARGED} and i.status = 'SUCCESS' and not 'reversed' = any(i.flags) then i.fee else 0 end)`;
const HELD = sql`(case when ${IS_CHARGED} and i.hold_id is not null then i.fee else 0 end)`;
/** Of the ledger, when there is anything. */
const ITS_ENTRIES = sql`coalesce(format('entries led_%s_%s to %s', f.account_id, f.first, f.last), 'no entry')`;

const fees = (mode: CheckMode): RawBuilder<unknown> => sql`
  select i.id as subject,
         format('invoice %s (%s, fee %s): the ledger holds %s and has taken %s, expected %s and %s; %s', i.id, i.status, ${usd('i.fee')}, ${usd('f.held')},
           ${usd('f.taken')}, round(${HELD}::numeric / 1000000, 6), round(${TAKEN}::numeric / 1000000, 6), case when f.reference is null then 'no entry' else ${ITS_ENTRIES} end) as text
    from invoices i left join ledger_fees f on f.reference = i.id left join ledger_accounts a on a.user_id = i.user_id
   where ${SCOPE[mode]}
     and (coalesce(f.held, 0) <> ${HELD} or coalesce(f.taken, 0) <> ${TAKEN}
       or (i.hold_id is not null and (i.status not in ('WAITING', 'PROCESSING') or i.hold_id <> 'led_' || f.account_id || '_' || f.hold))
       or (${IS_CHARGED} and (f.holds, f.first_held, f.account_id, f.last_account) is distinct from (1::bigint, i.fee, a.id, a.id))
       or (not ${IS_CHARGED} and f.reference is not null))`;

const strays = sql`
  select coalesce(a.user_id, 'account ' || f.account_id) as subject,
         format('entries led_%s_%s to %s are fees of %s, and there is no such invoice', f.account_id, f.first, f.last, f.reference) as text
    from ledger_fees f left join invoices i on i.id = f.reference left join ledger_accounts a on a.id = f.account_id
   where i.id is null`;

/** In an incremental check the sums start from invoices, so that fees of none are found from the new entries. */
const newStrays = sql`
  select a.user_id as subject, format('entry %s is a fee of %s, and there is no such invoice', ${ENTRY_NAME}, e.reference) as text
    from ${ENTRIES.incremental}
    join ledger_accounts a on a.id = e.account_id
   where e.kind in ('fee', 'refund') and (e.held_delta <> 0 or e.balance_delta + e.receivable_delta <> 0)
     and not exists (select 1 from invoices i where i.id = e.reference)`;

const paid = (mode: CheckMode): RawBuilder<unknown> => sql`
  select i.id as subject,
         format('invoice %s: paid is %s, its transfers add up to %s (%s)', i.id, ${usd('i.paid')}, ${usd('t.paid')}, coalesce(t.ids, 'none')) as text
    from invoices i left join (
      select a.invoice_id, sum(a.amount) filter (where t.state <> 'reorged') as paid, string_agg(a.transfer_id, ', ' order by a.transfer_id) as ids
        from invoice_transfers a join transfers t on t.id = a.transfer_id
       where ${mode === 'full' ? sql`true` : sql`a.invoice_id in (select reference from ledger_touched)`}
       group by a.invoice_id) t on t.invoice_id = i.id
   where ${SCOPE[mode]} and i.paid <> coalesce(t.paid, 0)`;

const refunded = (mode: CheckMode): RawBuilder<unknown> => sql`
  select i.id as subject, format('invoice %s: refunded is %s, its confirmed refunds add up to %s', i.id, ${usd('i.refunded')}, ${usd('r.amount')}) as text
    from invoices i left join (
      select invoice_id, sum(amount) as amount from refunds where status = 'confirmed' group by invoice_id) r on r.invoice_id = i.id
   where ${SCOPE[mode]} and i.refunded <> coalesce(r.amount, 0)`;

/**
 * The hash of what the invoice was created with (hashInput in create-invoice.ts), made again from the row, so that its amount cannot change
 * alone; the fee of 0.5%, half up; what the customer sends: both, on the grid of four decimals, with a tail of 1.00 at most.
 */
const JSON_TEXT = (column: string) => sql`coalesce(to_json(${sql.ref(`i.${column}`)})::text, 'null')`;
const INPUT = sql`
  '[' || ${JSON_TEXT('name')} || ',' || ${JSON_TEXT('description')} || ',"' || i.amount || '",' || ${JSON_TEXT('callback_url')} || ','
      || ${JSON_TEXT('success_url')} || ',' || ${JSON_TEXT('cancel_url')}
      || case when i.metadata is null then '' else ',[' || coalesce((
           select string_agg('[' || to_json(m.key)::text || ',' || m.value::text || ']', ',' order by m.key collate "C") from jsonb_each(i.metadata) m), '') || ']' end
      || ']'`;
const BASE_PAYABLE = sql`((i.amount + i.fee + 99) / 100 * 100)`;
const amounts = (mode: CheckMode): RawBuilder<unknown> => sql`
  select i.id as subject,
         format('invoice %s: amount %s, fee %s and payable %s are not what it was created with', i.id, ${usd('i.amount')}, ${usd('i.fee')}, ${usd('i.payable')}) as text
    from invoices i
   where ${SCOPE[mode]}
     and (i.fee <> case when i.user_id is null then 0 else (i.amount * 50 + 5000) / 10000 end
       or i.payable % 100 <> 0 or i.payable < ${BASE_PAYABLE} or i.payable > ${BASE_PAYABLE} + 1000000
       or sha256(convert_to(${INPUT}, 'UTF8')) <> i.input_hash)`;

/** Six of the token's decimals are kept; it has six or eighteen. */
const KEPT = sql`in (t.raw, trunc(t.raw / 1000000000000))`;
const transfers = sql`
  select t.id as subject, format('transfer %s of %s: %s is not its raw value %s', t.id, t.network, ${usd('t.amount')}, t.raw) as text
    from transfers t where t.amount::numeric not ${KEPT}
  union all
  select a.transfer_id, format('transfer %s: %s is attached to invoice %s as %s', t.id, ${usd('t.amount')}, a.invoice_id, ${usd('a.amount')})
    from invoice_transfers a join transfers t on t.id = a.transfer_id where a.amount <> t.amount
  union all
  select t.id, format('refund %s of invoice %s: %s is not its raw value %s', t.id, t.invoice_id, ${usd('t.amount')}, t.raw)
    from refunds t where t.raw is not null and t.amount::numeric not ${KEPT}`;

/** What the invoices say about money, against the ledger, their transfers and their refunds. */
export async function checkInvoiceBooks(tx: Tx, mode: CheckMode): Promise<Finding[]> {
  await sumFees(tx, mode);
  return [
    ...(await findBroken(tx, 'fees', fees(mode))),
    ...(await findBroken(tx, 'stray_fees', mode === 'full' ? strays : newStrays)),
    ...(await findBroken(tx, 'paid', paid(mode))),
    ...(await findBroken(tx, 'refunded', refunded(mode))),
    ...(await findBroken(tx, 'amounts', amounts(mode))),
    ...(mode === 'full' ? await findBroken(tx, 'transfers', transfers) : []),
  ];
}
