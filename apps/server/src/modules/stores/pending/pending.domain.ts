import { HOUR_MS } from '@stablegate/rules';

/** From when on a change asked for now is used; null: at once. */
export const lockEnd = (lockHours: number, now: Date): Date | null =>
  lockHours === 0 ? null : new Date(now.getTime() + lockHours * HOUR_MS);

/** What waited until then is in force, whether or not a worker has moved it. */
export const hasCome = (at: Date | null, now: Date): boolean => at !== null && at <= now;
