import { DAY_MS } from '@stablegate/rules';
import { toZonedIso } from '../../platform/db/time-zone';
import type { MerchantDeps } from './merchant.deps';

/** YYYY-MM-DD, `days` later. */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Weeks begin on Monday. */
export const mondayOf = (day: string): string => shiftDay(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** Today in the business time zone. */
export const businessDay = ({ clocks, timeZone }: Pick<MerchantDeps, 'clocks' | 'timeZone'>): string =>
  toZonedIso(clocks.business.now(), timeZone).slice(0, 10);
