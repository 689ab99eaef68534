import { type RawBuilder, sql } from 'kysely';

export const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);

/** For LIKE: what people type is text, not a pattern. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A text of fewer characters is looked for at the start only. */
export const SUBSTRING_MIN = 3;
export const isShort = (text: string): boolean => [...text].length < SUBSTRING_MIN;
/** Anywhere; a short text from the start. */
export const anywherePattern = (text: string): string => `${isShort(text) ? '' : '%'}${escapeLike(text)}%`;
