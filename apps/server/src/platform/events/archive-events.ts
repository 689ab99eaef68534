import { sql } from 'kysely';
import type { ArchivedTable } from '../archive/archive-parts';

/** A year and a month: a business year can be read to its end. The database refuses to delete younger ones. */
export const EVENTS_KEPT_DAYS = 400;

/**
 * All but those whose follow-up waits, or was given up. In the order of ids, which is that of time to within the length of a transaction:
 * `created_at` is when it began.
 */
export const OLD_EVENTS: ArchivedTable = {
  table: 'events',
  name: 'events',
  time: 'created_at',
  keptDays: EVENTS_KEPT_DAYS,
  isNeeded: (row) => sql`exists (select from event_tasks t where t.event_id = ${row}.id)`,
  isAnyNeeded: (part) => sql`exists (select from event_tasks t join ${part} e on e.id = t.event_id)`,
};
