import { MINUTE_MS } from '@stablegate/rules';
import { offsetMinutes } from '../db/time-zone';

/** Every zone's offset changes only at a multiple of a quarter of an hour. */
const STEP_MS = 15 * MINUTE_MS;

export type ZoneClock = {
  /** The moment shifted so that its UTC fields show the zone's local time. */
  local(at: Date): Date;
  /** ISO 8601 with the zone's offset. */
  iso(at: Date): string;
  /** For display: 2026-01-31 17:05:09. */
  plain(at: Date): string;
};

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** For long files: computing the zone's offset for every row takes longer than the row itself, and neighbouring rows share it. */
export function createZoneClock(timeZone: string): ZoneClock {
  let step = Number.NaN;
  let minutes = 0;
  const offsetAt = (at: Date): number => {
    const wanted = Math.floor(at.getTime() / STEP_MS);
    if (wanted !== step) {
      step = wanted;
      minutes = offsetMinutes(at, timeZone);
    }
    return minutes;
  };
  const local = (at: Date): Date => new Date(at.getTime() + offsetAt(at) * MINUTE_MS);
  return {
    local,
    iso: (at) => {
      const text = local(at).toISOString().slice(0, -1);
      const away = Math.abs(minutes);
      return `${text}${minutes < 0 ? '-' : '+'}${twoDigits(Math.trunc(away / 60))}:${twoDigits(away % 60)}`;
    },
    plain: (at) => local(at).toISOString().slice(0, 19).replace('T', ' '),
  };
}
