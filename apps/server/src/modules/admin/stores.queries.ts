import type { AdminStore } from '@stablegate/contract';
import { type RawBuilder, sql } from 'kysely';
import { must } from '../../platform/assert';
import type { Queryable } from '../../platform/db';
import { TOTAL_MAX, type Window } from './paging';
import { allOf, anywhere, fromStartInCapitals } from './text-match';

export type StoreFilter = {
  readonly merchantId?: string | undefined;
  readonly name?: string | undefined;
  readonly username?: string | undefined;
};

/** Owners are joined only when asked for: whether to begin with them or with the newest stores is left to the planner. */
function from({ merchantId, name, username }: StoreFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`s.deleted_at is null`];
  if (merchantId !== undefined) parts.push(fromStartInCapitals(sql`s.merchant_id`, merchantId));
  if (name !== undefined) parts.push(anywhere(sql`lower(s.name)`, name));
  if (username !== undefined) parts.push(anywhere(sql`u.username_key`, username));
  const owners = username === undefined ? sql`` : sql`join users u on u.id = s.user_id`;
  return sql`stores s ${owners} where ${allOf(parts)}`;
}

export async function listStoreRows(tx: Queryable, filter: StoreFilter, { offset, limit }: Window): Promise<AdminStore[]> {
  const { rows } = await sql<{ id: string; merchantId: string; name: string; username: string | null }>`
    select s.id, s.merchant_id as "merchantId", s.name, u.username
      from (select s.id from ${from(filter)} order by s.id desc limit ${limit} offset ${offset}) k
      join stores s on s.id = k.id left join users u on u.id = s.user_id
     order by s.id desc`.execute(tx);
  return rows.map(({ username, ...store }) => ({ ...store, user: username === null ? null : { username } }));
}

export async function countStoreRows(tx: Queryable, filter: StoreFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select from ${from(filter)} limit ${TOTAL_MAX + 1}) c`.execute(tx);
  return must(rows[0], 'a count').total;
}
