import { type RawBuilder, sql } from 'kysely';
import { anywherePattern, escapeLike, SUBSTRING_MIN } from '../../platform/db/sql-parts';

const LONG_GRAM = 5;

/** The text is lowered by the database, as most columns are: it and JavaScript need not agree on every letter. */
const like = (column: RawBuilder<unknown>, pattern: string): RawBuilder<boolean> => sql<boolean>`${column} like lower(${pattern})`;

/** Without case; a text under three characters matches from the start, where a btree serves it. */
export const anywhere = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> => like(column, anywherePattern(text));

/** The same for looking a name up: by its groups of characters, which an index has. */
export function nameAnywhere(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  const { length } = [...text];
  if (length < SUBSTRING_MIN) return anywhere(column, text);
  const gram = sql.lit(length < LONG_GRAM ? SUBSTRING_MIN : LONG_GRAM);
  return sql`name_grams(${column}) @> text_grams(lower(${text}), ${gram}) and ${anywhere(column, text)}`;
}

export const fromStart = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> => like(column, `${escapeLike(text)}%`);

/** For ids that are written in capitals. */
export const fromStartInCapitals = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like ${`${escapeLike(text).toUpperCase()}%`}`;

/** Users by a part of their name, where too many match to name them. */
export type NamedUsers = {
  /** To look for what they own: by their ids, which an index has. */
  readonly ids: RawBuilder<unknown>;
  /** To look at a row: its owner is looked up. `offset 0` keeps it from becoming a join that begins with all users. */
  isOne(userId: RawBuilder<unknown>): RawBuilder<unknown>;
  /** To read the two tables side by side in the order of the owners' ids. */
  joinedTo(userId: RawBuilder<unknown>): RawBuilder<unknown>;
};

export function namedUsers(username: string): NamedUsers {
  const isNamed = anywhere(sql`u.username_key`, username);
  return {
    ids: sql`select u.id from users u where ${nameAnywhere(sql`u.username_key`, username)}`,
    isOne: (userId) => sql`exists (select from users u where u.id = ${userId} and ${isNamed} offset 0)`,
    joinedTo: (userId) => sql`join users u on u.id = ${userId} and ${isNamed}`,
  };
}
