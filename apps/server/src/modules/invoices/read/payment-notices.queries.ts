import type { Network } from '@stablegate/contract';
import { DUST_MICROS } from '@stablegate/rules';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/db';
import { prepare } from '../../../platform/db/prepared';
import type { InvoiceId } from '../../../platform/id-types';
import type { InvoiceRecord } from '../invoices.queries';
import type { Arrival } from '../settle/matching.queries';

export type NoticedTransfer = { readonly network: Network; readonly txHash: string; readonly amountMicros: bigint; readonly at: Date };

const runFindTakenBack = prepare<NoticedTransfer>(
  'transfer_taken_back',
  `select t.network, t.tx_hash as "txHash", a.amount as "amountMicros", t.reorged_at as at
     from invoice_transfers a join transfers t on t.id = a.transfer_id
    where a.invoice_id = $1 and t.state = 'reorged' order by t.reorged_at desc limit 1`,
);

/** The newest reorged transfer of an invoice that has not come back. */
export async function findTakenBack(tx: Queryable, invoiceId: InvoiceId): Promise<NoticedTransfer | undefined> {
  const [transfer] = await runFindTakenBack(tx, [invoiceId]);
  return transfer;
}

export type OtherTransfer = NoticedTransfer & { readonly claimed: boolean };

/** Unmatched transfers examined per address, newest first. */
const EXAMINED_MAX = 50;
/** One USDT. Smaller amounts near no invoice belong to none. */
const FAR_MICROS_MIN = 1_000_000n;
/** Pages notified per transfer on each side of its amount: odd amounts cannot cause unlimited writes. */
const PAGES_MAX = 200;

/** An amount may be meant for an invoice of at least half and at most twice as much. */
const NEAR = 'r.payable between (t.amount + 1) / 2 and t.amount * 2';
const isNear = sql.raw(NEAR);

const runListOtherAmounts = prepare<OtherTransfer>(
  'other_amounts',
  `select t.network, t.tx_hash as "txHash", t.amount as "amountMicros", t.seen_at as at,
          exists (select 1 from transfer_claims c where c.invoice_id = $1 and c.network = t.network and c.tx_hash = t.tx_hash) as claimed
     from (select family, address_key from amount_reservations where invoice_id = $1
           union select family, address_key from displaced_reservations where invoice_id = $1) p
     join invoices i on i.id = $1
    cross join lateral (
      select t.* from transfers t where t.family = p.family and t.to_key = p.address_key and t.state = 'unmatched'
       order by t.id desc limit ${EXAMINED_MAX}) t
    -- What was mined or seen before the invoice existed is someone else's money.
    where t.amount >= ${DUST_MICROS} and t.seen_at >= i.created_at
      and invoice_precedes(i.heads, i.created_at, t.network, t.block_number, t.block_time)
      and (exists (select 1 from unnest($2::bigint[]) as r (payable) where ${NEAR})
        or t.amount >= ${FAR_MICROS_MIN} and not exists (
          select 1 from amount_reservations r where r.family = p.family and r.address_key = p.address_key and ${NEAR}))
    order by t.id desc limit $3`,
);

/**
 * Unmatched transfers to the invoice's addresses since its creation that may have been meant for it: near its amount, or near no invoice's
 * amount at the address.
 */
export async function listOtherAmounts(tx: Queryable, invoice: InvoiceRecord, limit: number): Promise<OtherTransfer[]> {
  const { id, payableMicros, paidMicros } = invoice;
  const asked = [payableMicros, ...(paidMicros > 0n && paidMicros < payableMicros ? [payableMicros - paidMicros] : [])];
  return runListOtherAmounts(tx, [id, asked, limit]);
}

export type NoticedPage = { readonly transId: string; readonly version: number };

/**
 * The inverse query: every page that shows this transfer, or has shown it until now, gets a higher version. Locked rows are skipped: they
 * are about to change anyway, and waiting could deadlock.
 */
export async function markPages(tx: Tx, { network, family, toKey, amountMicros, blockNumber, blockTime }: Arrival): Promise<NoticedPage[]> {
  if (amountMicros < DUST_MICROS) return [];
  const { rows } = await sql<NoticedPage>`
    with t as (select ${family}::text as family, ${toKey}::text as key, ${amountMicros}::bigint as amount),
    near as materialized (
      select r.invoice_id from t join amount_reservations r on r.family = t.family and r.address_key = t.key and ${isNear}
       order by r.payable limit ${2 * PAGES_MAX}),
    far as (
      select invoice_id from (
        (select r.invoice_id from t join amount_reservations r on r.family = t.family and r.address_key = t.key and r.payable > t.amount
          order by r.payable limit ${PAGES_MAX})
        union all
        (select r.invoice_id from t join amount_reservations r on r.family = t.family and r.address_key = t.key and r.payable < t.amount
          order by r.payable desc limit ${PAGES_MAX})) f
       where ${amountMicros >= FAR_MICROS_MIN} and not exists (select 1 from near)),
    pages as materialized (
      select i.id from invoices i
       where i.id = any(array(select invoice_id from near union select invoice_id from far))
         and i.status in ('WAITING', 'EXPIRED')
         and invoice_precedes(i.heads, i.created_at, ${network}, ${blockNumber}::bigint, ${blockTime}::timestamptz)
       order by i.id for no key update of i skip locked)
    update invoices i set notices = i.notices + 1 from pages where i.id = pages.id
    returning i.trans_id as "transId", i.version + i.notices as version`.execute(tx);
  return rows;
}
