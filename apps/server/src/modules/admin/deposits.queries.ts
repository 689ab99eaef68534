import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/db/db';
import { allOf } from '../../platform/db/sql-parts';
import type { DepositId, UserId } from '../../platform/id-types';
import type { List } from '../../platform/lists/list';
import { namedUsers } from './text-match';

export type DepositFilter = {
  /** Few users by their ids; where many match, the newest deposits are scanned. */
  readonly userIds?: readonly UserId[] | undefined;
  readonly username?: string | undefined;
  readonly methods?: readonly string[] | undefined;
  readonly status?: 'PENDING' | 'PAID' | 'CANCELED' | undefined;
};
export type DepositRow = {
  readonly id: DepositId;
  readonly username: string;
  readonly method: string;
  readonly amountMicros: bigint;
  readonly receivedMicros: bigint;
  readonly status: 'PENDING' | 'PAID' | 'CANCELED';
  readonly createdAt: Date;
  readonly note: string | null;
};

/** Of one user, in one state, or by one method in one state: in the order of the list. */
function indexOf({ userIds, username, methods, status }: DepositFilter): List['index'] {
  const isOneUser = userIds?.length === 1 && methods === undefined && status === undefined;
  const isOneState = userIds === undefined && username === undefined && status !== undefined && (methods?.length ?? 1) === 1;
  const isMethod = userIds === undefined && username === undefined && status === undefined;
  return isOneUser || isOneState ? 'order' : isMethod ? 'covering' : username === undefined ? 'some' : 'bitmap';
}

export function depositList(filter: DepositFilter): List {
  const { userIds, username, methods, status } = filter;
  const parts: RawBuilder<unknown>[] = [];
  if (userIds !== undefined) parts.push(userIds.length === 1 ? sql`d.user_id = ${userIds[0]}` : sql`d.user_id = any(${userIds}::text[])`);
  if (methods !== undefined) parts.push(methods.length === 1 ? sql`d.method = ${methods[0]}` : sql`d.method = any(${methods}::text[])`);
  if (status !== undefined) parts.push(sql`d.status = ${status}`);
  const list = {
    table: sql`deposits`,
    alias: sql`d`,
    range: sql`true`,
    columns: sql`d.id as id`,
    order: sql`id desc`,
    newest: sql`id desc`,
    index: indexOf(filter),
  };
  if (username === undefined && parts.length === 0) return { ...list, unfiltered: 'deposits' };
  if (username === undefined) return { ...list, where: allOf(parts) };
  const users = namedUsers(username);
  return {
    ...list,
    where: allOf([...parts, users.isOne(sql`d.user_id`)]),
    matches: sql`select d.id from deposits d where ${allOf([...parts, sql`d.user_id = any(array(${users.ids}))`])}`,
    merged: sql`select d.id from deposits d ${users.joinedTo(sql`d.user_id`)} where ${allOf(parts)}`,
  };
}

export async function readDeposits(tx: Queryable, ids: readonly DepositId[]): Promise<DepositRow[]> {
  const { rows } = await sql<DepositRow>`
    select d.id, (select u.username from users u where u.id = d.user_id) as username, d.method, d.amount as "amountMicros",
           d.received as "receivedMicros", d.status, d.created_at as "createdAt", d.note
      from deposits d
     where d.id = any(${ids}) order by d.id desc`.execute(tx);
  return rows;
}
