import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import type { InvoiceId, UserId } from '../../../platform/id-types';
import { INVOICE_COLUMNS, type InvoiceRecord, ITS_STORE } from '../invoices.queries';

/** The owner's visible invoices, by id or transId. */
export async function listOwnInvoices(tx: Queryable, userId: UserId, ids: readonly string[]): Promise<InvoiceRecord[]> {
  const { rows } = await sql<InvoiceRecord>`
    select ${INVOICE_COLUMNS} from invoices i ${ITS_STORE}
     where i.id in (select id from invoices where id = any(${ids}::text[]) union select id from invoices where trans_id = any(${ids}::text[]))
       and i.user_id = ${userId} and i.hidden_at is null
     order by i.id desc`.execute(tx);
  return rows;
}

/** Only ended invoices; returns those hidden now. Locked in id order, as everywhere. */
export async function hideEnded(tx: Queryable, ids: readonly InvoiceId[], now: Date): Promise<InvoiceId[]> {
  const { rows } = await sql<{ id: InvoiceId }>`
    with ended as (
      select id from invoices where id = any(${ids}::text[]) and hidden_at is null and status in ('SUCCESS', 'EXPIRED', 'FAILED')
       order by id for no key update)
    update invoices i set hidden_at = ${now} from ended where i.id = ended.id returning i.id`.execute(tx);
  return rows.map(({ id }) => id);
}
