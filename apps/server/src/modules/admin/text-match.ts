import { type RawBuilder, sql } from 'kysely';

const SUBSTRING_MIN = 3; // what a trigram index can look up
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Both sides are lowered by the database: it and JavaScript need not agree on every letter. */
const like = (column: RawBuilder<unknown>, pattern: string): RawBuilder<boolean> => sql<boolean>`${column} like lower(${pattern})`;

/** Without case; a text too short for the trigram index matches from the start, where a btree serves it. */
export const anywhere = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  like(column, `${text.length < SUBSTRING_MIN ? '' : '%'}${escapeLike(text)}%`);

export const fromStart = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> => like(column, `${escapeLike(text)}%`);

/** For ids that are written in capitals. */
export const fromStartInCapitals = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like ${`${escapeLike(text).toUpperCase()}%`}`;

export const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
