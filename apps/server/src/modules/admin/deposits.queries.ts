import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/db';
import type { List } from './find-page';
import { allOf, anywhere } from './text-match';

export type DepositFilter = {
  /** Few users by their ids; where many match, the newest deposits are looked through. */
  readonly userIds?: readonly string[] | undefined;
  readonly username?: string | undefined;
  readonly methods?: readonly string[] | undefined;
  readonly status?: 'PENDING' | 'PAID' | 'CANCELED' | undefined;
};
export type DepositRow = {
  readonly id: string;
  readonly username: string;
  readonly method: string;
  readonly amountMicros: bigint;
  readonly status: 'PENDING' | 'PAID' | 'CANCELED';
  readonly createdAt: Date;
  readonly note: string | null;
};

export function depositList({ userIds, username, methods, status }: DepositFilter): List {
  const parts: RawBuilder<unknown>[] = [];
  if (userIds !== undefined) parts.push(sql`d.user_id = any(${userIds}::text[])`);
  if (username !== undefined) parts.push(anywhere(sql`u.username_key`, username));
  if (methods !== undefined) parts.push(methods.length === 1 ? sql`d.method = ${methods[0]}` : sql`d.method = any(${methods}::text[])`);
  if (status !== undefined) parts.push(sql`d.status = ${status}`);
  return {
    table: sql`deposits`,
    alias: sql`d`,
    joins: username === undefined ? undefined : sql`join users u on u.id = d.user_id`,
    where: allOf(parts),
    columns: sql`d.id as id`,
    order: sql`id desc`,
    newest: sql`id desc`,
  };
}

export async function readDeposits(tx: Queryable, ids: readonly string[]): Promise<DepositRow[]> {
  const { rows } = await sql<DepositRow>`
    select d.id, u.username, d.method, d.amount as "amountMicros", d.status, d.created_at as "createdAt", d.note
      from deposits d join users u on u.id = d.user_id
     where d.id = any(${ids}) order by d.id desc`.execute(tx);
  return rows;
}
