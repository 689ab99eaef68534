export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const TRIAL_DAYS = 7;

/** Until then, counted from the account's creation, fees are recorded and not charged. */
export const trialEnd = (createdAt: Date): Date => new Date(createdAt.getTime() + TRIAL_DAYS * DAY_MS);

/** Late payments are monitored this long after an invoice expires. */
export const MONITORING_MINUTES = 24 * 60;

export const monitoringEnd = (expiresAt: Date): Date => new Date(expiresAt.getTime() + MONITORING_MINUTES * MINUTE_MS);
