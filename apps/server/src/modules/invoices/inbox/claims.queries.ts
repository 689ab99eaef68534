import type { Network } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { InvoiceId } from '../../../platform/id-types';

export type NewClaim = {
  readonly invoiceId: InvoiceId;
  readonly network: Network;
  readonly txHash: string;
  readonly at: Date;
  readonly isSigned: boolean;
};

/** One row per invoice and transaction, at most `max` per invoice, which the caller has locked; false when the limit is reached. */
export async function saveClaim(tx: Tx, { invoiceId, network, txHash, at, isSigned }: NewClaim, max: number): Promise<boolean> {
  const { rows } = await sql`
    insert into transfer_claims as c (invoice_id, network, tx_hash, claimed_at, signed_at)
    select ${invoiceId}, ${network}, ${txHash}, ${at}::timestamptz, ${isSigned ? at : null}::timestamptz
     where (select count(*) from transfer_claims o where o.invoice_id = ${invoiceId} and (o.network, o.tx_hash) <> (${network}, ${txHash})) < ${max}
    on conflict (invoice_id, network, tx_hash) do update set signed_at = coalesce(c.signed_at, excluded.signed_at)
    returning 1`.execute(tx);
  return rows.length > 0;
}

export type ClaimOfTransfer = {
  readonly network: Network;
  readonly txHash: string;
  readonly transId: string;
  readonly name: string;
  readonly at: Date;
  readonly signed: boolean;
};

/** Claims that name these transactions, earliest first. */
export async function listClaimsOf(
  tx: Queryable,
  transactions: readonly { readonly network: Network; readonly txHash: string }[],
): Promise<ClaimOfTransfer[]> {
  if (transactions.length === 0) return [];
  const given = JSON.stringify(transactions.map(({ network, txHash }) => ({ network, hash: txHash })));
  const { rows } = await sql<ClaimOfTransfer>`
    select c.network, c.tx_hash as "txHash", i.trans_id as "transId", i.name, c.claimed_at as at, c.signed_at is not null as signed
      from (select distinct network, hash from jsonb_to_recordset(${given}::jsonb) as g (network text, hash text)) t
      join transfer_claims c on c.tx_hash = t.hash and c.network = t.network
      join invoices i on i.id = c.invoice_id order by c.claimed_at, i.trans_id`.execute(tx);
  return rows;
}

export type ClaimOfInvoice = { readonly network: Network; readonly txHash: string; readonly at: Date; readonly signed: boolean };

export async function listClaimsFor(tx: Queryable, invoiceId: InvoiceId): Promise<ClaimOfInvoice[]> {
  const { rows } = await sql<ClaimOfInvoice>`
    select network, tx_hash as "txHash", claimed_at as at, signed_at is not null as signed
      from transfer_claims where invoice_id = ${invoiceId} order by claimed_at, tx_hash`.execute(tx);
  return rows;
}
