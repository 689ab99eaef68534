import { DAY_MS } from './periods';

/** The rate of a bank deposit holds until its expiry plus this: a transfer on a Friday evening may be booked on the next day. */
export const BANK_RATE_GRACE_MS = DAY_MS;

/** A rate that is read from an address counts for this long after it was last read. */
const RATE_AGE_MS_MAX = DAY_MS;

export const isRateFresh = (readAt: Date, now: Date): boolean => now.getTime() - readAt.getTime() <= RATE_AGE_MS_MAX;
