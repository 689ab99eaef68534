import { formatMicros } from '@stablegate/rules';
import { type RawBuilder, sql } from 'kysely';
import { assertDefined } from './assert';
import type { Queryable } from './db/db';
import { allOf, anywherePattern, escapeLike } from './db/sql-parts';
import { dayAfter, startOfDay } from './db/time-zone';
import type { UserId } from './id-types';
import { COUNT_MAX, emptyToUndefined, type Window } from './lists/paging';

type Values = Record<string, unknown>;
export type AuditRow = {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: Values;
  readonly account: string | null;
  readonly ip: string | null;
  readonly device: string | null;
  readonly before: Values | null;
  readonly after: Values | null;
};

export type AuditFilters = {
  readonly userId?: UserId;
  readonly username?: string | undefined;
  readonly action?: string | undefined;
  readonly text?: string | undefined;
  /** Whole days of the time zone, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** An owner's entries are few, so their texts need no index. */
export function auditCondition(filters: AuditFilters, timeZone: string): RawBuilder<unknown> {
  const { userId } = filters;
  const [username, action, text] = [emptyToUndefined(filters.username), emptyToUndefined(filters.action), emptyToUndefined(filters.text)];
  const [from, to] = [emptyToUndefined(filters.from), emptyToUndefined(filters.to)];
  return allOf([
    ...(userId === undefined ? [] : [sql`a.user_id = ${userId}`]),
    ...(username === undefined
      ? []
      : [sql`a.user_id in (select u.id from users u where u.username_key like lower(${`${escapeLike(username)}%`}))`]),
    ...(action === undefined ? [] : [sql`a.action like lower(${`${escapeLike(action)}%`})`]),
    ...(text === undefined
      ? []
      : [sql`lower(concat_ws(' ', a.ip, a.device, a.detail, a.before, a.after)) like lower(${anywherePattern(text)})`]),
    ...(from === undefined ? [] : [sql`a.at >= ${startOfDay(from, timeZone)}`]),
    ...(to === undefined ? [] : [sql`a.at < ${startOfDay(dayAfter(to), timeZone)}`]),
  ]);
}

/** Earlier, assigned bank transfers were written in micro-units, all others as decimals; what is written in this log stays. */
function inDecimals(row: AuditRow): AuditRow {
  const { amount } = row.detail;
  const isMicros = row.action === 'bank-transfer.assign' && typeof amount === 'string' && /^\d+$/.test(amount);
  return isMicros ? { ...row, detail: { ...row.detail, amount: formatMicros(BigInt(amount)) } } : row;
}

/** Users are stored by id and shown by name; operators on the command line name themselves. */
export async function listAuditRows(tx: Queryable, condition: RawBuilder<unknown>, { offset, limit }: Window): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select k.id::text as id, k.at, coalesce((select u.username from users u where u.id = k.actor), k.actor) as actor, k.action, k.subject,
           k.detail, (select u.username from users u where u.id = k.user_id) as account, k.ip, k.device, k.before, k.after
      from (select a.* from audit_log a where ${condition} order by a.id desc limit ${limit} offset ${offset}) k
     order by k.id desc`.execute(tx);
  return rows.map(inDecimals);
}

export async function countAuditRows(tx: Queryable, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select from audit_log a where ${condition} limit ${COUNT_MAX}) c`.execute(tx);
  return assertDefined(rows[0], 'a count').total;
}

const EXPORT_BATCH = 500;

/** All matching entries, for a file. */
export async function* eachAuditBatch(tx: Queryable, condition: RawBuilder<unknown>): AsyncGenerator<AuditRow[]> {
  for (let offset = 0; ; offset += EXPORT_BATCH) {
    const rows = await listAuditRows(tx, condition, { offset, limit: EXPORT_BATCH });
    if (rows.length > 0) yield rows;
    if (rows.length < EXPORT_BATCH) return;
  }
}
