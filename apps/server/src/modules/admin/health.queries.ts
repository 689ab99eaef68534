import { sql } from 'kysely';
import { must } from '../../platform/assert';
import type { Queryable } from '../../platform/db/db';
import { TOTAL_MAX } from '../../platform/lists/paging';

/** Of the platform's own store: those of merchants are in their inboxes. Counted by an index, up to the cap. */
export async function countUnmatchedTransfers(tx: Queryable): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (
      select from transfers where owner_id is null and state = 'unmatched' limit ${TOTAL_MAX}) t`.execute(tx);
  return must(rows[0], 'a count').total;
}
