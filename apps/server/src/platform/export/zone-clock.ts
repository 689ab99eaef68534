import { MINUTE_MS } from '@stablegate/rules';
import { offsetMinutes, toZonedIso } from '../db/time-zone';

export type ZoneClock = {
  /** The moment shifted so that its UTC fields show the zone's local time. */
  local(at: Date): Date;
  /** ISO 8601 with the zone's offset. */
  iso(at: Date): string;
  /** For display: 2026-01-31 17:05:09. */
  plain(at: Date): string;
};

/** The times of a file or a page in one zone. */
export function createZoneClock(timeZone: string): ZoneClock {
  const local = (at: Date): Date => new Date(at.getTime() + offsetMinutes(at, timeZone) * MINUTE_MS);
  return {
    local,
    iso: (at) => toZonedIso(at, timeZone),
    plain: (at) => local(at).toISOString().slice(0, 19).replace('T', ' '),
  };
}
