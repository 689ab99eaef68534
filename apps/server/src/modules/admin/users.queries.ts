import type { Role } from '@stablegate/contract';
import { type RawBuilder, sql } from 'kysely';
import { assertDefined } from '../../platform/assert';
import type { Queryable } from '../../platform/db/db';
import { allOf } from '../../platform/db/sql-parts';
import type { UserId } from '../../platform/id-types';
import type { List } from '../../platform/lists/list';
import { anywhere, fromStart, nameAnywhere } from './text-match';

export type UserFilter = {
  readonly username?: string | undefined;
  readonly ip?: string | undefined;
  readonly role?: Role | undefined;
  readonly createdFrom?: Date | undefined;
  readonly createdBefore?: Date | undefined;
};
export type UserRow = {
  readonly id: UserId;
  readonly username: string;
  readonly ip: string | null;
  readonly role: Role;
  readonly createdAt: Date;
};

const USERNAME = sql`u.username_key`;

export function userList({ username, ip, role, createdFrom, createdBefore }: UserFilter): List {
  const others: RawBuilder<unknown>[] = [];
  if (ip !== undefined) others.push(fromStart(sql`u.last_ip`, ip));
  if (role !== undefined) others.push(sql`u.role = ${sql.lit(role)}`); // inlined: the admins' index is partial
  const parts = username === undefined ? others : [anywhere(USERNAME, username), ...others];
  const isIp = ip !== undefined && parts.length === 1 && createdFrom === undefined && createdBefore === undefined;
  const range = allOf([
    ...(createdFrom === undefined ? [] : [sql`u.created_at >= ${createdFrom}`]),
    ...(createdBefore === undefined ? [] : [sql`u.created_at < ${createdBefore}`]),
  ]);
  const columns = sql`u.id as id, u.created_at as at`;
  const named = username === undefined ? undefined : allOf([nameAnywhere(USERNAME, username), ...others, range]);
  return {
    table: sql`users`,
    alias: sql`u`,
    range,
    where: parts.length === 0 ? undefined : allOf(parts),
    columns,
    order: sql`at desc, id desc`,
    newest: sql`created_at desc, id desc`,
    index: role === 'ADMIN' && parts.length === 1 ? 'order' : isIp ? 'covering' : username === undefined ? 'some' : 'bitmap',
    ...(parts.length === 0 && createdFrom === undefined && createdBefore === undefined ? { unfiltered: 'users' } : {}),
    ...(named === undefined ? {} : { matches: sql`select ${columns} from users u where ${named}` }),
  };
}

export async function readUsers(tx: Queryable, ids: readonly UserId[]): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select u.id, u.username, u.last_ip as ip, u.role, u.created_at as "createdAt" from users u where u.id = any(${ids})
     order by u.created_at desc, u.id desc`.execute(tx);
  return rows;
}

/** At most `max` of them: enough to know whether there are few. */
export async function findUserIds(tx: Queryable, username: string, max: number): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`
    select u.id from users u where ${nameAnywhere(USERNAME, username)} limit ${max}`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function readUsernames(tx: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: UserId; username: string }>`select id, username from users where id = any(${ids})`.execute(tx);
  return new Map(rows.map(({ id, username }) => [id, username]));
}

export type UserCounts = { readonly total: number; readonly month: number; readonly week: number; readonly today: number };

/** From the roll-up: every time zone's days consist of quarter hours. */
export async function readUserCounts(tx: Queryable, starts: { month: Date; week: Date; today: Date }): Promise<UserCounts> {
  const since = (start: Date) => sql`coalesce(sum(total) filter (where since >= ${start}), 0)::integer`;
  const { rows } = await sql<UserCounts>`
    select (select coalesce(sum(total), 0)::integer from user_counts where since = '-infinity') as total,
           ${since(starts.month)} as month, ${since(starts.week)} as week, ${since(starts.today)} as today
      from user_counts where since >= least(${starts.week}::timestamptz, ${starts.month}::timestamptz)`.execute(tx);
  return assertDefined(rows[0], 'counts');
}

export async function listUserDays(tx: Queryable, from: Date, timeZone: string): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql<{ day: string; count: number }>`
    select to_char(since at time zone ${timeZone}, 'YYYY-MM-DD') as day, sum(total)::integer as count
      from user_counts where since >= ${from} group by 1 order by 1`.execute(tx);
  return rows;
}
