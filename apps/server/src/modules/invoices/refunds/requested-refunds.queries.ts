import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { InvoiceId, RefundId } from '../../../platform/id-types';
import { COLUMNS, type RefundRecord } from './refunds.queries';

/** By the shop's own number. The caller has locked the invoice. */
export async function findRequested(tx: Tx, invoiceId: InvoiceId, requestId: string): Promise<RefundRecord | undefined> {
  const { rows } = await sql<RefundRecord>`
    select ${COLUMNS} from refunds r where r.invoice_id = ${invoiceId} and r.request_id = ${requestId}`.execute(tx);
  return rows[0];
}

export async function saveRequestId(tx: Tx, id: RefundId, requestId: string): Promise<void> {
  await sql`update refunds set request_id = ${requestId} where id = ${id}`.execute(tx);
}

/** The shop's numbers of an invoice's refunds. */
export async function listRequestIds(tx: Queryable, invoiceId: InvoiceId): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; requestId: string }>`
    select id, request_id as "requestId" from refunds where invoice_id = ${invoiceId} and request_id is not null`.execute(tx);
  return new Map(rows.map(({ id, requestId }) => [id, requestId]));
}
