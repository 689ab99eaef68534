import type { MatchedBy, Network } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db';
import type { InvoiceId, TransferId } from '../../../platform/id-types';
import type { AttachedTransfer } from './settle.domain';

/** The invoice each transfer already belongs to. */
export async function findAttachments(tx: Tx, transferIds: readonly TransferId[]): Promise<Map<TransferId, InvoiceId>> {
  const { rows } = await sql<{ transferId: TransferId; invoiceId: InvoiceId }>`
    select transfer_id as "transferId", invoice_id as "invoiceId" from invoice_transfers
     where transfer_id = any(${transferIds}::text[])`.execute(tx);
  return new Map(rows.map(({ transferId, invoiceId }) => [transferId, invoiceId]));
}

export type Attachment = {
  readonly transferId: TransferId;
  readonly invoiceId: InvoiceId;
  readonly amountMicros: bigint;
  readonly matchedBy: MatchedBy;
};

export const attachTransfer = (tx: Tx, attachment: Attachment, at: Date): Promise<void> => attachTransfers(tx, [attachment], at);

export async function attachTransfers(tx: Tx, attachments: readonly Attachment[], at: Date): Promise<void> {
  if (attachments.length === 0) return;
  const given = attachments.map(({ amountMicros, ...rest }) => ({ ...rest, amount: amountMicros.toString() }));
  await sql`
    insert into invoice_transfers (transfer_id, invoice_id, amount, matched_by, attached_at)
    select "transferId", "invoiceId", amount, "matchedBy", ${at}
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as a ("transferId" text, "invoiceId" text, amount bigint, "matchedBy" text)
    on conflict (transfer_id) do nothing`.execute(tx);
}

export async function detachTransfer(tx: Tx, transferId: TransferId): Promise<void> {
  await sql`delete from invoice_transfers where transfer_id = ${transferId}`.execute(tx);
}

type Row = AttachedTransfer & { readonly invoiceId: InvoiceId };

export async function listAttached(tx: Tx, invoiceIds: readonly InvoiceId[]): Promise<Map<InvoiceId, AttachedTransfer[]>> {
  const { rows } = await sql<Row>`
    select a.invoice_id as "invoiceId", t.id, t.network, a.amount as "amountMicros", t.from_address as "fromAddress",
           t.to_address as "toAddress", t.tx_hash as "txHash", t.block_time as "blockTime",
           t.state <> 'reorged' as live, t.final_at is not null and t.state <> 'reorged' as final, a.matched_by as "matchedBy"
      from invoice_transfers a join transfers t on t.id = a.transfer_id
     where a.invoice_id = any(${invoiceIds}::text[])`.execute(tx);
  const grouped = new Map<InvoiceId, AttachedTransfer[]>();
  for (const { invoiceId, ...transfer } of rows)
    grouped.set(invoiceId, [...(grouped.get(invoiceId) ?? []), { ...transfer, network: transfer.network as Network }]);
  return grouped;
}
