import type { Network } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db';
import type { AttachedTransfer } from './settle.domain';

/** Which invoice each of these transfers already belongs to. */
export async function findAttachments(tx: Tx, transferIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ transferId: string; invoiceId: string }>`
    select transfer_id as "transferId", invoice_id as "invoiceId" from invoice_transfers
     where transfer_id = any(${transferIds}::text[])`.execute(tx);
  return new Map(rows.map(({ transferId, invoiceId }) => [transferId, invoiceId]));
}

export type Arrival = { readonly family: string; readonly toKey: string; readonly amountMicros: bigint; readonly blockTime: Date };

/** Rule 1: the amount is reserved. The slack is for chains whose clocks run behind ours. */
export async function findExact(tx: Tx, { family, toKey, amountMicros, blockTime }: Arrival): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select i.id from amount_reservations r join invoices i on i.id = r.invoice_id
     where r.family = ${family} and r.address_key = ${toKey} and r.payable = ${amountMicros}
       and i.created_at <= ${blockTime}::timestamptz + interval '60 seconds'`.execute(tx);
  return rows[0]?.id;
}

/**
 * Rule 3: too little, and exactly one open invoice of the address, older than the block, can be meant. Blocks tell whole seconds.
 * Not for top-ups: all users share the platform's addresses, and a guess would credit one with another's money.
 */
export async function findPartial(tx: Tx, { family, toKey, amountMicros, blockTime }: Arrival): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select distinct i.id from amount_reservations r join invoices i on i.id = r.invoice_id
     where r.family = ${family} and r.address_key = ${toKey} and r.payable > ${amountMicros} and r.payable <= ${amountMicros * 2n}
       and r.ended_at is null and i.status = 'WAITING' and i.user_id is not null and date_trunc('second', i.created_at) <= ${blockTime} and i.payable - i.paid > ${amountMicros}
       and (i.payable - i.paid) <= ${amountMicros * 2n}
     limit 2`.execute(tx);
  return rows.length === 1 ? rows[0]?.id : undefined;
}

export type Attachment = {
  readonly transferId: string;
  readonly invoiceId: string;
  readonly amountMicros: bigint;
  readonly byHand: boolean;
};

export async function attachTransfer(tx: Tx, attachment: Attachment, at: Date): Promise<void> {
  await sql`
    insert into invoice_transfers (transfer_id, invoice_id, amount, by_hand, attached_at)
    values (${attachment.transferId}, ${attachment.invoiceId}, ${attachment.amountMicros}, ${attachment.byHand}, ${at})
    on conflict (transfer_id) do nothing`.execute(tx);
}

export async function detachTransfer(tx: Tx, transferId: string): Promise<void> {
  await sql`delete from invoice_transfers where transfer_id = ${transferId}`.execute(tx);
}

type Row = AttachedTransfer & { readonly invoiceId: string };

export async function listAttached(tx: Tx, invoiceIds: readonly string[]): Promise<Map<string, AttachedTransfer[]>> {
  const { rows } = await sql<Row>`
    select a.invoice_id as "invoiceId", t.id, t.network, a.amount as "amountMicros", t.from_address as "fromAddress",
           t.to_address as "toAddress", t.tx_hash as "txHash", t.block_time as "blockTime",
           t.state <> 'reorged' as live, t.final_at is not null and t.state <> 'reorged' as final, a.by_hand as "byHand"
      from invoice_transfers a join transfers t on t.id = a.transfer_id
     where a.invoice_id = any(${invoiceIds}::text[])`.execute(tx);
  const grouped = new Map<string, AttachedTransfer[]>();
  for (const { invoiceId, ...transfer } of rows)
    grouped.set(invoiceId, [...(grouped.get(invoiceId) ?? []), { ...transfer, network: transfer.network as Network }]);
  return grouped;
}

/** What is still due gets a reservation of its own wherever the invoice has one; a candidate must be free at all of them. */
export async function reserveDue(tx: Tx, invoiceId: string, payableMicros: bigint, candidates: readonly bigint[]): Promise<void> {
  await sql`delete from amount_reservations where invoice_id = ${invoiceId} and payable <> ${payableMicros}`.execute(tx);
  const { rows } = await sql<{ payable: bigint }>`
    select c as payable from unnest(${candidates}::bigint[]) with ordinality as u (c, n)
     where not exists (
       select 1 from amount_reservations own join amount_reservations r on r.family = own.family and r.address_key = own.address_key
        where own.invoice_id = ${invoiceId} and own.payable = ${payableMicros} and r.payable = c)
     order by n limit 1`.execute(tx);
  const [free] = rows;
  if (free === undefined) return;
  await sql`
    insert into amount_reservations (family, address_key, payable, invoice_id)
    select family, address_key, ${free.payable}, invoice_id from amount_reservations
     where invoice_id = ${invoiceId} and payable = ${payableMicros} order by family, address_key
    on conflict do nothing`.execute(tx);
}

export async function dropDue(tx: Tx, invoiceId: string, payableMicros: bigint): Promise<void> {
  await sql`delete from amount_reservations where invoice_id = ${invoiceId} and payable <> ${payableMicros}`.execute(tx);
}
