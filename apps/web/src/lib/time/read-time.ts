import { zoned } from './zoned';

/** A time of an answer; empty where it is missing: `new Date(null)` would be 1970. */
export const readTime = (time: string | null | undefined): string => (time ? zoned(time) : '');
/** Of what may not have happened yet. */
export const readTimeOrNull = (time: string | null | undefined): string | null => readTime(time) || null;

export const isTime = (at: Date): boolean => !Number.isNaN(at.getTime());
/** Shown instead of a time or an amount that an answer leaves out. */
export const NOTHING = '–';
