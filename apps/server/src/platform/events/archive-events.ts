import { sql } from 'kysely';
import type { ArchiveSource, SeenRow } from '../archive/archive-rows';
import type { Queryable } from '../db/db';

/** A year and a month: a business year can be read to its end. The database refuses to delete younger ones. */
export const EVENTS_KEPT_DAYS = 400;

/**
 * All but those whose follow-up waits, or was given up. In the order of ids, which is that of time to within the length of a transaction:
 * `created_at` is when it began.
 */
export const oldEvents = (db: Queryable): ArchiveSource => ({
  name: 'events',
  read: async (after, limit) => {
    const { rows } = await sql<SeenRow>`
      select e.id::text, to_char(e.created_at at time zone 'UTC', 'YYYY-MM') as month, row_to_json(e)::text as line,
             e.created_at < now() - ${EVENTS_KEPT_DAYS} * interval '1 day' as "isOld",
             exists (select from event_tasks t where t.event_id = e.id) as "isNeeded"
        from events e where e.id > ${after}::bigint order by e.id limit ${limit}`.execute(db);
    return rows;
  },
  remove: async (ids) => {
    await sql`delete from events where id = any(${ids}::bigint[])`.execute(db);
  },
});
