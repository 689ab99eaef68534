import { DAY_MS } from './time';

export const TRIAL_DAYS = 7;

/** Until then, counted from the account's creation, fees are recorded and not taken. */
export const trialEnd = (createdAt: Date): Date => new Date(createdAt.getTime() + TRIAL_DAYS * DAY_MS);
