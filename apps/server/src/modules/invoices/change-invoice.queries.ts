import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db';
import type { InvoiceId } from '../../platform/id-types';
import type { InvoiceRecord } from './invoices.queries';

export type ChangedFields = Partial<
  Pick<
    InvoiceRecord,
    | 'status'
    | 'flags'
    | 'paidMicros'
    | 'acceptedMicros'
    | 'refundedMicros'
    | 'holdId'
    | 'monitorUntil'
    | 'network'
    | 'fromAddress'
    | 'toAddress'
    | 'transHash'
    | 'paidAt'
  >
>;

/** One statement; only rows that still have the previous version. */
export async function saveChanges(tx: Tx, invoices: readonly InvoiceRecord[]): Promise<void> {
  const rows = invoices.map((invoice) => ({
    id: invoice.id,
    version: invoice.version,
    status: invoice.status,
    flags: invoice.flags,
    paid: invoice.paidMicros.toString(),
    accepted: invoice.acceptedMicros?.toString(),
    refunded: invoice.refundedMicros.toString(),
    hold_id: invoice.holdId,
    monitor_until: invoice.monitorUntil,
    network: invoice.network,
    from_address: invoice.fromAddress,
    to_address: invoice.toAddress,
    trans_hash: invoice.transHash,
    paid_at: invoice.paidAt,
  }));
  const { numAffectedRows } = await sql`
    update invoices i
       set version = c.version, status = c.status, flags = c.flags, paid = c.paid, accepted = c.accepted, refunded = c.refunded, hold_id = c.hold_id, monitor_until = c.monitor_until,
           network = c.network, from_address = c.from_address, to_address = c.to_address, trans_hash = c.trans_hash, paid_at = c.paid_at,
           -- A payment for an invoice its owner has hidden brings it back to the list, so that no payment is missed.
           hidden_at = case when c.status in ('PROCESSING', 'SUCCESS') and i.status <> c.status then null else i.hidden_at end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (id text, version integer, status text, flags text[], paid bigint, accepted bigint,
           refunded bigint, hold_id text, monitor_until timestamptz, network text, from_address text, to_address text, trans_hash text, paid_at timestamptz)
     where i.id = c.id and i.version = c.version - 1`.execute(tx);
  if (numAffectedRows !== BigInt(invoices.length)) throw new Error(`${numAffectedRows} of ${invoices.length} invoices were changed`);
}

/** From when on a reservation may be taken over when amounts run out; null: not at all. */
export async function endReservations(tx: Tx, ends: readonly { invoiceId: InvoiceId; endedAt: Date | null }[]): Promise<void> {
  if (ends.length === 0) return;
  await sql`
    update amount_reservations r set ended_at = e."endedAt"
      from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as e ("invoiceId" text, "endedAt" timestamptz)
     where r.invoice_id = e."invoiceId"`.execute(tx);
}
