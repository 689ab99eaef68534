import { type RawBuilder, sql } from 'kysely';
import { must } from '../../platform/assert';
import type { Queryable } from '../../platform/db';
import { TOTAL_MAX, type Window } from './paging';
import { allOf, anywhere } from './text-match';

export type DepositFilter = {
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

function from({ username, methods, status }: DepositFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [];
  if (username !== undefined) parts.push(anywhere(sql`u.username_key`, username));
  if (methods !== undefined) parts.push(methods.length === 1 ? sql`d.method = ${methods[0]}` : sql`d.method = any(${methods}::text[])`);
  if (status !== undefined) parts.push(sql`d.status = ${status}`);
  const owners = username === undefined ? sql`` : sql`join users u on u.id = d.user_id`;
  return sql`deposits d ${owners} where ${allOf(parts)}`;
}

export async function listDepositRows(tx: Queryable, filter: DepositFilter, { offset, limit }: Window): Promise<DepositRow[]> {
  const { rows } = await sql<DepositRow>`
    select d.id, u.username, d.method, d.amount as "amountMicros", d.status, d.created_at as "createdAt", d.note
      from (select d.id from ${from(filter)} order by d.id desc limit ${limit} offset ${offset}) k
      join deposits d on d.id = k.id join users u on u.id = d.user_id
     order by d.id desc`.execute(tx);
  return rows;
}

export async function countDepositRows(tx: Queryable, filter: DepositFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select from ${from(filter)} limit ${TOTAL_MAX + 1}) c`.execute(tx);
  return must(rows[0], 'a count').total;
}
