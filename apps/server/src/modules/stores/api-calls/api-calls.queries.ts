import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import { allOf } from '../../../platform/db/sql-parts';
import type { ApiCallId, StoreId } from '../../../platform/id-types';
import type { List } from '../../../platform/lists/list';
import type { AnsweredCall } from '../../../platform/principal';

export type CallRow = AnsweredCall & { readonly id: ApiCallId };

/** A batch that was written although its answer got lost is not written twice. */
export async function insertCalls(db: Queryable, calls: readonly CallRow[]): Promise<void> {
  const column = (name: keyof CallRow) => calls.map((call) => call[name]);
  await sql`
    insert into api_calls (id, store_id, key, ip, route, status, request_id)
    select * from unnest(${column('id')}::text[], ${column('storeId')}::text[], ${column('key')}::text[], ${column('ip')}::text[],
                         ${column('route')}::text[], ${column('status')}::smallint[], ${column('requestId')}::text[])
        on conflict (id) do nothing`.execute(db);
}

type CallFilter = {
  readonly storeId: StoreId;
  readonly key: string | undefined;
  readonly route: string | undefined;
  /** Of hundred statuses: 4 is 400 to 499. */
  readonly statusClass: number | undefined;
};
/** The first id that is listed, and the first that is not any more. */
export type CallSpan = { readonly first: string; readonly end: string | undefined };

export function callList({ storeId, key, route, statusClass }: CallFilter, { first, end }: CallSpan): List {
  const filters: RawBuilder<unknown>[] = [
    ...(key === undefined ? [] : [sql`c.key = ${key}`]),
    ...(route === undefined ? [] : [sql`c.route = ${route}`]),
    ...(statusClass === undefined ? [] : [sql`c.status between ${statusClass * 100} and ${statusClass * 100 + 99}`]),
  ];
  const until = end === undefined ? sql`` : sql`and c.id < ${end}`;
  return {
    table: sql`api_calls`,
    alias: sql`c`,
    range: sql`c.store_id = ${storeId} and c.id >= ${first} ${until}`,
    columns: sql`c.id as id`,
    order: sql`id desc`,
    newest: sql`id desc`,
    index: 'some',
    ...(filters.length > 0 && { where: allOf(filters) }),
  };
}

export type ListedCall = CallRow & { readonly keyName: string | null };

export async function readCalls(db: Queryable, ids: readonly ApiCallId[]): Promise<ListedCall[]> {
  const { rows } = await sql<ListedCall>`
    select c.id, c.store_id as "storeId", c.key, k.name as "keyName", c.ip, c.route, c.status, c.request_id as "requestId"
      from api_calls c left join api_keys k on k.id = c.key
     where c.id = any(${ids}::text[]) order by c.id desc`.execute(db);
  return rows;
}

type Forgotten = { readonly count: number; readonly last: string | null };

/** An array, not a join: for a join PostgreSQL may read the whole table. */
export async function forgetNextCalls(db: Queryable, after: string, until: string, limit: number): Promise<Forgotten> {
  const { rows } = await sql<Forgotten>`
    with old as materialized (select id from api_calls where id > ${after} and id < ${until} order by id limit ${limit}),
    gone as (delete from api_calls where id = any(array(select id from old)))
    select count(*)::integer as count, max(id) as last from old`.execute(db);
  return rows[0] ?? { count: 0, last: null };
}

export type FullStore = { readonly storeId: StoreId; readonly last: ApiCallId };

/**
 * The next stores after this one, and of those with more than `kept` calls the newest call that is too many. One look into the index for
 * each store, and as many entries of it as are kept.
 */
export async function readNextStores(
  db: Queryable,
  after: string,
  kept: number,
  limit: number,
): Promise<{ last: string; full: FullStore[] }> {
  const { rows } = await sql<{ storeId: StoreId; last: ApiCallId | null }>`
    with recursive next as (
      (select store_id, 1 as n from api_calls where store_id > ${after} order by store_id limit 1)
      union all
      select (select store_id from api_calls where store_id > next.store_id order by store_id limit 1), n + 1
        from next where next.store_id is not null and n < ${limit})
    select store_id as "storeId", (select id from api_calls c where c.store_id = next.store_id order by id desc offset ${kept} limit 1) as last
      from next where store_id is not null order by store_id`.execute(db);
  return { last: rows.at(-1)?.storeId ?? '', full: rows.flatMap(({ storeId, last }) => (last === null ? [] : [{ storeId, last }])) };
}

/** Of one store, the oldest first; answers how many. */
export async function forgetCallsOf(db: Queryable, { storeId, last }: FullStore, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from api_calls
     where id = any(array(select id from api_calls where store_id = ${storeId} and id <= ${last} order by id limit ${limit}))`.execute(db);
  return Number(numAffectedRows);
}
