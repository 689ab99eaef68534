import { type RawBuilder, sql } from 'kysely';
import { must } from '../../platform/assert';
import type { Queryable } from '../../platform/db/db';
import { TOTAL_MAX, type Window } from '../../platform/lists/paging';
import { fromStart } from './text-match';

export type AuditRow = {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: Record<string, unknown>;
};

const matching = (action: string | undefined): RawBuilder<unknown> => (action === undefined ? sql`true` : fromStart(sql`a.action`, action));

/** Admins are stored by id and shown by name; operators on the command line name themselves. */
export async function listAuditRows(tx: Queryable, action: string | undefined, { offset, limit }: Window): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select k.id::text as id, k.at, coalesce((select u.username from users u where u.id = k.actor), k.actor) as actor, k.action, k.subject, k.detail
      from (select a.* from audit_log a where ${matching(action)} order by a.id desc limit ${limit} offset ${offset}) k
     order by k.id desc`.execute(tx);
  return rows;
}

export async function countAuditRows(tx: Queryable, action: string | undefined): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select from audit_log a where ${matching(action)} limit ${TOTAL_MAX + 1}) c`.execute(tx);
  return must(rows[0], 'a count').total;
}
