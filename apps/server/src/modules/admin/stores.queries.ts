import type { AdminStore } from '@stablegate/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/db/db';
import { allOf } from '../../platform/db/sql-parts';
import type { StoreId, UserId } from '../../platform/id-types';
import type { List } from '../../platform/lists/list';
import { anywhere, fromStartInCapitals, nameAnywhere, namedUsers } from './text-match';

export type StoreFilter = {
  readonly merchantId?: string | undefined;
  readonly name?: string | undefined;
  /** Few owners by their ids; where many match, the newest stores are scanned. */
  readonly userIds?: readonly UserId[] | undefined;
  readonly username?: string | undefined;
};

const NAME = sql`lower(s.name)`;
const IS_THERE = sql`s.deleted_at is null`;

/** Deleted stores are not listed. */
export function storeList({ merchantId, name, userIds, username }: StoreFilter): List {
  const others: RawBuilder<unknown>[] = [];
  if (merchantId !== undefined) others.push(fromStartInCapitals(sql`s.merchant_id`, merchantId));
  if (userIds !== undefined) others.push(sql`s.user_id = any(${userIds}::text[])`);
  const parts = name === undefined ? others : [anywhere(NAME, name), ...others];
  const lookedFor = name === undefined ? others : [nameAnywhere(NAME, name), ...others];
  const isMerchantId = merchantId !== undefined && parts.length === 1 && username === undefined;
  const list = {
    table: sql`stores`,
    alias: sql`s`,
    range: IS_THERE,
    columns: sql`s.id as id`,
    order: sql`id desc`,
    newest: sql`id desc`,
    index: isMerchantId ? ('covering' as const) : name === undefined && username === undefined ? ('some' as const) : ('bitmap' as const),
  };
  const found = (more: readonly RawBuilder<unknown>[]) => sql`select s.id from stores s where ${allOf([IS_THERE, ...lookedFor, ...more])}`;
  if (username === undefined) return { ...list, where: parts.length === 0 ? undefined : allOf(parts), matches: found([]) };
  const users = namedUsers(username);
  return {
    ...list,
    where: allOf([...parts, users.isOne(sql`s.user_id`)]),
    matches: found([sql`s.user_id = any(array(${users.ids}))`]),
    merged: sql`select s.id from stores s ${users.joinedTo(sql`s.user_id`)} where ${allOf([IS_THERE, ...parts])}`,
  };
}

export async function readStores(tx: Queryable, ids: readonly StoreId[]): Promise<AdminStore[]> {
  const { rows } = await sql<{ id: StoreId; merchantId: string; name: string; username: string | null }>`
    select s.id, s.merchant_id as "merchantId", s.name, (select u.username from users u where u.id = s.user_id) as username from stores s
     where s.id = any(${ids}) order by s.id desc`.execute(tx);
  return rows.map(({ username, ...store }) => ({ ...store, user: username === null ? null : { username } }));
}
