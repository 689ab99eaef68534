import { DAY_MS } from '@stablegate/rules';
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
type Window = {
  readonly since: Date | undefined;
  readonly before: string | undefined;
  readonly until: Date;
  readonly limit: number;
};
/** `exactly`: a Date has no microseconds. */
type Place = { readonly id: string; readonly createdAt: Date; readonly exactly: string };

/** Two or three months of the log. Most pages are in them; the months before are looked into only where they are not. */
const NEWEST_MS = 62 * DAY_MS;

async function findPlace(db: Queryable, storeId: StoreId, id: string, since: Date): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select id::text, created_at as "createdAt", created_at::text as exactly from events
     where id = ${id}::bigint and store_id = ${storeId} and created_at >= ${since}`.execute(db);
  return rows[0];
}

type Span = { readonly from: Date; readonly to: Date; readonly before: Place | undefined; readonly limit: number };

/** From the index of the store's events. Both ends are values, so that only the months between are planned and read. */
async function readSpan(db: Queryable, storeId: StoreId, { from, to, before, limit }: Span): Promise<LoggedChange[]> {
  const isBefore = before === undefined ? sql`` : sql`and (e.created_at, e.id) < (${before.exactly}::timestamptz, ${before.id}::bigint)`;
  const { rows } = await sql<LoggedChange>`
    select e.id::text, e.subject as "invoiceId", e.version, e.payload, s.merchant_id as "merchantId"
      from events e cross join lateral (select s.merchant_id from stores s where s.id = e.store_id offset 0) s
     where e.store_id = ${storeId} and e.created_at >= ${from} and e.created_at < ${to} ${isBefore}
     order by e.created_at desc, e.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Newest first. */
export async function listStoreChanges(
  db: Queryable,
  storeId: StoreId,
  { since = new Date(0), before, until, limit }: Window,
): Promise<LoggedChange[]> {
  const newest = new Date(until.getTime() - NEWEST_MS);
  const place =
    before === undefined
      ? undefined
      : ((await findPlace(db, storeId, before, newest)) ?? (await findPlace(db, storeId, before, new Date(0))));
  if (before !== undefined && place === undefined) return [];
  const to = place === undefined ? until : new Date(place.createdAt.getTime() + DAY_MS);
  const middle = new Date(Math.max(since.getTime(), to.getTime() - NEWEST_MS));
  const found = await readSpan(db, storeId, { from: middle, to, before: place, limit });
  if (found.length === limit || middle <= since) return found;
  return [...found, ...(await readSpan(db, storeId, { from: since, to: middle, before: place, limit: limit - found.length }))];
}
