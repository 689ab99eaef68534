import { sql } from 'kysely';
import type { ArchiveSource, SeenRow } from '../../../platform/archive/archive-rows';
import type { Queryable } from '../../../platform/db/db';

/** The database refuses to delete younger ones. */
export const ATTEMPTS_KEPT_DAYS = 90;

/** Of deliveries that have ended. In the order of ids, which is that of time to within the lease of a delivery (30 s). */
export const oldAttempts = (db: Queryable): ArchiveSource => ({
  name: 'callback-attempts',
  read: async (after, limit) => {
    const { rows } = await sql<SeenRow>`
      select a.id::text, to_char(a.at at time zone 'UTC', 'YYYY-MM') as month, row_to_json(a)::text as line,
             a.at < now() - ${ATTEMPTS_KEPT_DAYS} * interval '1 day' as "isOld",
             (select d.outcome is null from callback_deliveries d where d.id = a.delivery_id) as "isNeeded"
        from callback_attempts a where a.id > ${after}::bigint order by a.id limit ${limit}`.execute(db);
    return rows;
  },
  remove: async (ids) => {
    await sql`delete from callback_attempts where id = any(${ids}::bigint[])`.execute(db);
  },
});
