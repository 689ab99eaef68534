import { sql } from 'kysely';
import type { ArchivedTable } from '../../../platform/archive/archive-parts';

/** The database refuses to delete younger ones. */
export const ATTEMPTS_KEPT_DAYS = 90;

/** Of deliveries that have ended. In the order of ids, which is that of time to within the lease of a delivery (30 s). */
export const OLD_ATTEMPTS: ArchivedTable = {
  table: 'callback_attempts',
  name: 'callback-attempts',
  time: 'at',
  keptDays: ATTEMPTS_KEPT_DAYS,
  isNeeded: (row) => sql`(select d.outcome is null from callback_deliveries d where d.id = ${row}.delivery_id)`,
  isAnyNeeded: (part) =>
    sql`exists (select from callback_deliveries d where d.outcome is null and exists (select from ${part} a where a.delivery_id = d.id))`,
};
