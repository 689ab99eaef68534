import { INVOICE_STATUSES, type InvoiceStatus } from '@stablegate/contract';
import { type RawBuilder, sql } from 'kysely';
import { assertDefined } from '../../../platform/assert';
import type { Queryable, Tx } from '../../../platform/db/db';
import { allOf, escapeLike } from '../../../platform/db/sql-parts';
import type { InvoiceId, StoreId, UserId } from '../../../platform/id-types';
import { COUNT_MAX, type Window } from '../../../platform/lists/paging';
import { INVOICE_COLUMNS, type InvoiceRecord, ITS_STORE } from '../invoices.queries';

export type InvoiceFilter = {
  readonly userId: UserId;
  readonly transIdStart?: string | undefined;
  /** Names and descriptions are searched in lower case. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly statuses?: readonly InvoiceStatus[] | undefined;
  readonly storeIds?: readonly StoreId[] | undefined;
  readonly amountMinMicros?: bigint | undefined;
  readonly amountMaxMicros?: bigint | undefined;
  /** Ids sort by creation: a time is an id prefix. */
  readonly idFrom?: string | undefined;
  readonly idBefore?: string | undefined;
};

/** The period, by which every index of the list is ordered. */
function shownConditions({ idFrom, idBefore }: InvoiceFilter): RawBuilder<unknown>[] {
  return [
    sql`i.hidden_at is null`,
    ...(idFrom === undefined ? [] : [sql`i.id >= ${idFrom}`]),
    ...(idBefore === undefined ? [] : [sql`i.id < ${idBefore}`]),
  ];
}

const ownConditions = (filter: InvoiceFilter): RawBuilder<unknown>[] => [sql`i.user_id = ${filter.userId}`, ...shownConditions(filter)];

/** Conditions an ordered scan has to check row by row. */
export function looseConditions(filter: InvoiceFilter): RawBuilder<unknown>[] {
  const { transIdStart, amountMinMicros, amountMaxMicros, statuses, storeIds } = filter;
  return [
    ...(transIdStart === undefined ? [] : [sql`i.trans_id like ${`${escapeLike(transIdStart)}%`}`]),
    ...(amountMinMicros === undefined ? [] : [sql`i.amount >= ${amountMinMicros}`]),
    ...(amountMaxMicros === undefined ? [] : [sql`i.amount <= ${amountMaxMicros}`]),
    ...(statuses === undefined ? [] : [sql`i.status = any(${statuses}::text[])`]),
    ...(storeIds === undefined ? [] : [sql`i.store_id = any(${storeIds}::text[])`]),
  ];
}

/** The indexes contain the id, so this needs no table access. */
const ID = sql.raw('i.id');
const LOOSE_COLUMNS = sql.raw('i.id, i.trans_id, i.amount, i.status, i.store_id');

/** Newest first by an index: all of a user, of some statuses, or of some stores, with one scan per store and status. */
function ordered(filter: InvoiceFilter, limit: number, columns = ID): RawBuilder<unknown> {
  const { storeIds, statuses } = filter;
  if (storeIds === undefined && statuses !== undefined && statuses.length > 1) {
    return sql`
      select o.* from unnest(${statuses}::text[]) as w (status) cross join lateral (
        select ${columns} from invoices i where i.status = w.status and ${allOf(ownConditions(filter))} order by i.id desc limit ${limit}) o
       order by o.id desc limit ${limit}`;
  }
  if (storeIds === undefined) {
    const inStatus = statuses === undefined ? sql`` : sql`and i.status = ${statuses[0]}`;
    // For whole rows the planner may scan all users' rows: start no later than this user's newest.
    const newest = sql`select n.id from invoices n where n.user_id = ${filter.userId} and n.hidden_at is null order by n.id desc limit 1`;
    const begin = columns === ID ? sql`` : sql`and i.id <= (${newest})`;
    return sql`select ${columns} from invoices i where ${allOf(ownConditions(filter))} ${inStatus} ${begin} order by i.id desc limit ${limit}`;
  }
  return sql`
    select o.* from unnest(${storeIds}::text[]) as s (id) cross join unnest(${statuses ?? INVOICE_STATUSES}::text[]) as w (status) cross join lateral (
      select ${columns} from invoices i
       where i.store_id = s.id and i.status = w.status and ${allOf(shownConditions(filter))} order by i.id desc limit ${limit}) o
     order by o.id desc limit ${limit}`;
}

/** Whether an index returns the list in order, without checks row by row. */
export const isOrdered = ({
  storeIds: _stores,
  statuses: _statuses,
  userId: _user,
  idFrom: _from,
  idBefore: _to,
  ...rest
}: InvoiceFilter): boolean => Object.values(rest).every((value) => value === undefined);

export async function listOrdered(tx: Queryable, filter: InvoiceFilter, page: Window): Promise<InvoiceId[]> {
  const { rows } = await sql<{ id: InvoiceId }>`
    select id from (${ordered(filter, page.offset + page.limit)}) o order by id desc offset ${page.offset}`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function countOrdered(tx: Queryable, filter: InvoiceFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from (${ordered(filter, COUNT_MAX)}) o`.execute(tx);
  return assertDefined(rows[0], 'a count').total;
}

export type Walked = { readonly scanned: number; readonly ids: readonly InvoiceId[] };

/**
 * The newest `depth` rows of the ordered scan, and which of them match. A store may have a thousand times as many as the planner estimates:
 * it must not fetch and sort all of them.
 */
export async function walk(tx: Tx, filter: InvoiceFilter, depth: number): Promise<Walked> {
  await sql`select set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`.execute(tx);
  const { rows } = await sql<Walked>`
    with newest as materialized (${ordered(filter, depth, LOOSE_COLUMNS)})
    select (select count(*)::integer from newest) as scanned,
           array(select i.id from newest i where ${allOf(looseConditions(filter))} order by i.id desc) as ids`.execute(tx);
  return assertDefined(rows[0], 'what was walked');
}

/** Counts up to the list limit + 1. */
export async function countLoose(tx: Queryable, filter: InvoiceFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (
      select 1 from invoices i where ${allOf([...ownConditions(filter), ...looseConditions(filter)])} limit ${COUNT_MAX}) c`.execute(tx);
  return assertDefined(rows[0], 'a count').total;
}

/** Up to `limit` matches by any index, unordered. */
export async function collect(tx: Queryable, filter: InvoiceFilter, limit: number): Promise<InvoiceId[]> {
  const { rows } = await sql<{ id: InvoiceId }>`
    select i.id from invoices i where ${allOf([...ownConditions(filter), ...looseConditions(filter)])} limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Sorts all matches: the fallback when they are many and none is among the newest. */
export async function sortAll(tx: Queryable, filter: InvoiceFilter, limit: number): Promise<InvoiceId[]> {
  const { rows } = await sql<{ id: InvoiceId }>`
    with hits as materialized (select i.id from invoices i where ${allOf([...ownConditions(filter), ...looseConditions(filter)])})
    select id from hits order by id desc limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function readInvoicesById(tx: Queryable, ids: readonly InvoiceId[]): Promise<InvoiceRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<InvoiceRecord>`
    select ${INVOICE_COLUMNS} from invoices i ${ITS_STORE}
     where i.id = any(${ids}::text[]) order by i.id desc`.execute(tx);
  return rows;
}

export type CountScope = Pick<InvoiceFilter, 'userId' | 'statuses' | 'storeIds'>;

/** From the roll-up: exact, whatever their number. */
export async function readInvoiceCount(tx: Queryable, { userId, statuses, storeIds }: CountScope): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(total), 0)::double precision as total from invoice_counts
     where user_id = ${userId} ${statuses === undefined ? sql`` : sql`and status = any(${statuses}::text[])`}
       ${storeIds === undefined ? sql`` : sql`and store_id = any(${storeIds}::text[])`}`.execute(tx);
  return assertDefined(rows[0], 'a count').total;
}

export async function readStatusCounts(tx: Queryable, userId: UserId): Promise<Map<InvoiceStatus, number>> {
  const { rows } = await sql<{ status: InvoiceStatus; total: number }>`
    select status, sum(total)::double precision as total from invoice_counts where user_id = ${userId} group by status`.execute(tx);
  return new Map(rows.map(({ status, total }) => [status, total]));
}
