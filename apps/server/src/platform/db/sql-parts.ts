import { type RawBuilder, sql } from 'kysely';

export const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);

/** For LIKE: user input is text, not a pattern. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A shorter text is searched as a prefix only. */
export const SUBSTRING_MIN = 3;
export const isShort = (text: string): boolean => [...text].length < SUBSTRING_MIN;
/** Substring; a short text as a prefix. */
export const anywherePattern = (text: string): string => `${isShort(text) ? '' : '%'}${escapeLike(text)}%`;
