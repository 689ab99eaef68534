import type { AdminStore } from '@stablegate/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/db';
import type { List } from './find-page';
import { allOf, anywhere, fromStartInCapitals } from './text-match';

export type StoreFilter = {
  readonly merchantId?: string | undefined;
  readonly name?: string | undefined;
  readonly username?: string | undefined;
};

/** Deleted stores are not listed. Owners are joined only when asked for. */
export function storeList({ merchantId, name, username }: StoreFilter): List {
  const parts: RawBuilder<unknown>[] = [sql`s.deleted_at is null`];
  if (merchantId !== undefined) parts.push(fromStartInCapitals(sql`s.merchant_id`, merchantId));
  if (name !== undefined) parts.push(anywhere(sql`lower(s.name)`, name));
  if (username !== undefined) parts.push(anywhere(sql`u.username_key`, username));
  return {
    table: sql`stores`,
    alias: sql`s`,
    joins: username === undefined ? undefined : sql`join users u on u.id = s.user_id`,
    where: allOf(parts),
    columns: sql`s.id as id`,
    order: sql`id desc`,
    newest: sql`id desc`,
    needsBitmaps: name !== undefined || username !== undefined,
  };
}

export async function readStores(tx: Queryable, ids: readonly string[]): Promise<AdminStore[]> {
  const { rows } = await sql<{ id: string; merchantId: string; name: string; username: string | null }>`
    select s.id, s.merchant_id as "merchantId", s.name, u.username from stores s left join users u on u.id = s.user_id
     where s.id = any(${ids}) order by s.id desc`.execute(tx);
  return rows.map(({ username, ...store }) => ({ ...store, user: username === null ? null : { username } }));
}
