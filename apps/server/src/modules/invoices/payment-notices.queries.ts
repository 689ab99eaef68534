import type { Network } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db';
import type { InvoiceRecord } from './invoices.queries';

export type NoticedTransfer = { readonly network: Network; readonly txHash: string; readonly amountMicros: bigint; readonly at: Date };

/** The newest transfer of an invoice that a reorganisation removed and that has not come back. */
export async function findTakenBack(tx: Queryable, invoiceId: string): Promise<NoticedTransfer | undefined> {
  const { rows } = await sql<NoticedTransfer>`
    select t.network, t.tx_hash as "txHash", a.amount as "amountMicros", t.reorged_at as at
      from invoice_transfers a join transfers t on t.id = a.transfer_id
     where a.invoice_id = ${invoiceId} and t.state = 'reorged' order by t.reorged_at desc limit 1`.execute(tx);
  return rows[0];
}

export type OtherTransfer = NoticedTransfer & { readonly claimed: boolean };

/** So many unmatched transfers of an address are looked at: those that came last. */
const LOOKED_AT_MAX = 50;

/**
 * Unmatched transfers to the addresses of an invoice since it was made that may have been meant for it: at least half and at most
 * twice of what it asks for. A larger sum that is near no invoice at all may belong to any of them; dust belongs to none.
 */
export async function listOtherAmounts(tx: Queryable, invoice: InvoiceRecord, limit: number): Promise<OtherTransfer[]> {
  const { id, createdAt, payableMicros, paidMicros } = invoice;
  const asked = [payableMicros, ...(paidMicros > 0n && paidMicros < payableMicros ? [payableMicros - paidMicros] : [])];
  const { rows } = await sql<OtherTransfer>`
    select t.network, t.tx_hash as "txHash", t.amount as "amountMicros", t.seen_at as at, false as claimed
      from (select distinct r.family, r.address_key from amount_reservations r where r.invoice_id = ${id}) p
     cross join lateral (
       select t.* from transfers t where t.family = p.family and t.to_key = p.address_key and t.state = 'unmatched'
        order by t.id desc limit ${LOOKED_AT_MAX}) t
     where t.block_time >= ${createdAt}::timestamptz - interval '60 seconds'
       and (exists (select 1 from unnest(${asked}::bigint[]) as a (asked) where t.amount * 2 >= a.asked and t.amount <= a.asked * 2)
         or t.amount >= ${FAR_MICROS_MIN} and not exists (
           select 1 from amount_reservations n where n.family = p.family and n.address_key = p.address_key
              and n.payable between (t.amount + 1) / 2 and t.amount * 2))
     order by t.id desc limit ${limit}`.execute(tx);
  return rows;
}

/** One USDT. What is less and near no invoice is the dust that is sent to busy addresses to be seen in their history. */
const FAR_MICROS_MIN = 1_000_000n;
