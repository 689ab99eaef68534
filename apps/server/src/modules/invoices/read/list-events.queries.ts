import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import type { InvoiceId, StoreId } from '../../../platform/id-types';
import type { InvoicePayload } from '../change-invoice';

export type LoggedChange = {
  readonly id: string;
  readonly invoiceId: InvoiceId;
  readonly version: number;
  readonly payload: InvoicePayload;
  readonly merchantId: string;
};
type Window = { readonly since: Date | undefined; readonly before: string | undefined; readonly limit: number };

/** From the index of the store's events, newest first. */
export async function listStoreChanges(db: Queryable, storeId: StoreId, { since, before, limit }: Window): Promise<LoggedChange[]> {
  const { rows } = await sql<LoggedChange>`
    select e.id::text, e.subject as "invoiceId", e.version, e.payload, s.merchant_id as "merchantId"
      from events e cross join lateral (select s.merchant_id from stores s where s.id = e.store_id offset 0) s
     where e.store_id = ${storeId}
       and (${since ?? null}::timestamptz is null or e.created_at >= ${since ?? null})
       and (${before ?? null}::bigint is null or (e.created_at, e.id) < (
         select c.created_at, c.id from events c where c.id = ${before ?? null}::bigint and c.store_id = ${storeId}))
     order by e.created_at desc, e.id desc limit ${limit}`.execute(db);
  return rows;
}
