import { sql } from 'kysely';
import { must } from '../../platform/assert';
import type { Queryable } from '../../platform/db';
import { TOTAL_MAX } from './paging';

export type Unmatched = { readonly bankTransfers: number; readonly transfers: number };

/** What waits in the platform's own inboxes, which admins assign; each counted through a partial index, and not beyond the cap. */
export async function countUnmatched(tx: Queryable): Promise<Unmatched> {
  const { rows } = await sql<Unmatched>`
    select (select count(*)::integer from (select from bank_transfers where state = 'unmatched' limit ${TOTAL_MAX}) b) as "bankTransfers",
           (select count(*)::integer from (
             select from transfers where owner_id is null and state = 'unmatched' limit ${TOTAL_MAX}) t) as transfers`.execute(tx);
  return must(rows[0], 'counts');
}
