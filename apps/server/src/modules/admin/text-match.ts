import { type RawBuilder, sql } from 'kysely';
import { anywherePattern, escapeLike, SUBSTRING_MIN } from '../../platform/db/sql-parts';

const LONG_GRAM = 5;

/** Lowercased by the database, like most columns: it and JavaScript may differ on some letters. */
const like = (column: RawBuilder<unknown>, pattern: string): RawBuilder<boolean> => sql<boolean>`${column} like lower(${pattern})`;

/** Case-insensitive; a text under three characters matches as a prefix, by a btree. */
export const anywhere = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> => like(column, anywherePattern(text));

/** The same for finding a name by its indexed n-grams. */
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

/** Users by a part of their name, where too many match for a list of ids. */
export type NamedUsers = {
  /** To find what they own: by their ids, which an index has. */
  readonly ids: RawBuilder<unknown>;
  /** To check a row's owner. `offset 0` keeps it from becoming a join that begins with all users. */
  isOne(userId: RawBuilder<unknown>): RawBuilder<unknown>;
  /** To merge the two tables in the order of the owners' ids. */
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
