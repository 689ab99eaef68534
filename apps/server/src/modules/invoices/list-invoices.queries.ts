import type { InvoiceStatus } from '@stablegate/contract';
import { type RawBuilder, sql } from 'kysely';
import { must } from '../../platform/assert';
import type { Queryable } from '../../platform/db';
import { INVOICE_COLUMNS, type InvoiceRecord } from './invoices.queries';

export const TOTAL_MAX = 10_000;
const SUBSTRING_MIN = 3;

export type InvoiceFilter = {
  readonly userId: string;
  readonly transIdStart?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly status?: InvoiceStatus | undefined;
  readonly storeIds?: readonly string[] | undefined;
  readonly amountMinMicros?: bigint | undefined;
  readonly amountMaxMicros?: bigint | undefined;
  /** Ids sort by creation: a time is the beginning of an id. */
  readonly idFrom?: string | undefined;
  readonly idBefore?: string | undefined;
};

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
/** Anywhere; a text too short for the trigram index matches from the start. */
const pattern = (text: string): string => `${text.length < SUBSTRING_MIN ? '' : '%'}${escapeLike(text.toLowerCase())}%`;

function conditions(filter: InvoiceFilter): RawBuilder<unknown> {
  const parts = [sql`i.user_id = ${filter.userId}`, sql`i.hidden_at is null`];
  const { transIdStart, name, description, status, storeIds, amountMinMicros, amountMaxMicros, idFrom, idBefore } = filter;
  if (transIdStart !== undefined) parts.push(sql`i.trans_id like ${`${escapeLike(transIdStart)}%`}`);
  if (name !== undefined) parts.push(sql`lower(i.name) like ${pattern(name)}`);
  if (description !== undefined) parts.push(sql`lower(i.description) like ${pattern(description)}`);
  if (status !== undefined) parts.push(sql`i.status = ${status}`);
  if (storeIds !== undefined) parts.push(sql`i.store_id = any(${storeIds}::text[])`);
  if (amountMinMicros !== undefined) parts.push(sql`i.amount >= ${amountMinMicros}`);
  if (amountMaxMicros !== undefined) parts.push(sql`i.amount <= ${amountMaxMicros}`);
  if (idFrom !== undefined) parts.push(sql`i.id >= ${idFrom}`);
  if (idBefore !== undefined) parts.push(sql`i.id < ${idBefore}`);
  return sql.join(parts, sql` and `);
}

export async function listInvoiceRows(
  tx: Queryable,
  filter: InvoiceFilter,
  page: { offset: number; limit: number },
): Promise<InvoiceRecord[]> {
  const { rows } = await sql<InvoiceRecord>`
    select ${INVOICE_COLUMNS}
      from (select id from invoices i where ${conditions(filter)} order by i.id desc limit ${page.limit} offset ${page.offset}) k
      join invoices i on i.id = k.id join stores s on s.id = i.store_id
     order by i.id desc`.execute(tx);
  return rows;
}

/** Counts to one more than the cap and no further, however much matches. */
export async function countInvoiceRows(tx: Queryable, filter: InvoiceFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select 1 from invoices i where ${conditions(filter)} limit ${TOTAL_MAX + 1}) c`.execute(tx);
  return must(rows[0], 'a count').total;
}

export type CountScope = Pick<InvoiceFilter, 'userId' | 'status' | 'storeIds'>;

/** From the roll-up: exact, whatever their number. */
export async function readInvoiceCount(tx: Queryable, { userId, status, storeIds }: CountScope): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(total), 0)::double precision as total from invoice_counts
     where user_id = ${userId} ${status === undefined ? sql`` : sql`and status = ${status}`}
       ${storeIds === undefined ? sql`` : sql`and store_id = any(${storeIds}::text[])`}`.execute(tx);
  return must(rows[0], 'a count').total;
}

export async function readStatusCounts(tx: Queryable, userId: string): Promise<Map<InvoiceStatus, number>> {
  const { rows } = await sql<{ status: InvoiceStatus; total: number }>`
    select status, sum(total)::double precision as total from invoice_counts where user_id = ${userId} group by status`.execute(tx);
  return new Map(rows.map(({ status, total }) => [status, total]));
}
