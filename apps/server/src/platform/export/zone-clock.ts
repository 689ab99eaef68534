import { offsetMinutes } from '../db/time-zone';

const MINUTE_MS = 60_000;
/** No zone has ever changed its clocks within a quarter of an hour's step. */
const STEP_MS = 15 * MINUTE_MS;

export type ZoneClock = {
  /** The moment moved so that its UTC fields read as the zone's clocks do. */
  local(at: Date): Date;
  /** ISO 8601 with the zone's offset. */
  iso(at: Date): string;
  /** For people: 2026-01-31 17:05:09. */
  plain(at: Date): string;
};

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** For long files: asking the zone's rules for every row takes longer than the row itself, and neighbours share the answer. */
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
