import { MINUTE_MS } from './time';

/** Late money is looked for this long after an invoice expires. */
export const MONITORING_MINUTES = 24 * 60;

export const monitoringEnd = (expiresAt: Date): Date => new Date(expiresAt.getTime() + MONITORING_MINUTES * MINUTE_MS);
