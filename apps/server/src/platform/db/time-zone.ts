import { MINUTE_MS } from '@stablegate/rules';

/** Every zone's offset changes only at a multiple of a quarter of an hour. */
const STEP_MS = 15 * MINUTE_MS;
/** Ten days of steps for each zone. A year of rows costs a few hundred readings more. */
const STEPS_MAX = 1_000;
type Zone = { readonly format: Intl.DateTimeFormat; readonly offsets: Map<number, number> };
const zones = new Map<string, Zone>();

function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone);
  if (known !== undefined) return known;
  const zone: Zone = { format: new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }), offsets: new Map() };
  zones.set(timeZone, zone);
  return zone;
}

function readOffset(format: Intl.DateTimeFormat, at: Date): number {
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const match = /([+-])(\d{2}):(\d{2})/.exec(name); // "GMT" alone is UTC
  if (match === null) return 0;
  const [, sign, hours = '0', minutes = '0'] = match;
  return (sign === '-' ? -1 : 1) * (Number.parseInt(hours, 10) * 60 + Number.parseInt(minutes, 10));
}

/** The zone's offset from UTC at this moment. Kept: making a format takes 0.3 ms, more than the row it is for. */
export function offsetMinutes(at: Date, timeZone: string): number {
  const { format, offsets } = zoneOf(timeZone);
  const step = Math.floor(at.getTime() / STEP_MS);
  const known = offsets.get(step);
  if (known !== undefined) return known;
  if (offsets.size >= STEPS_MAX) offsets.clear();
  const minutes = readOffset(format, at);
  offsets.set(step, minutes);
  return minutes;
}

/** When a day (YYYY-MM-DD) begins there. Computed twice: the offset at UTC's midnight may be that of the day before. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const guess = new Date(midnight - offsetMinutes(new Date(midnight), timeZone) * MINUTE_MS);
  return new Date(midnight - offsetMinutes(guess, timeZone) * MINUTE_MS);
}

export const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * MINUTE_MS).toISOString().slice(0, 10);

/** ISO 8601 with the zone's offset: 2026-01-01T17:00:00.000+07:00. */
export function toZonedIso(at: Date, timeZone: string): string {
  const minutes = offsetMinutes(at, timeZone);
  const local = new Date(at.getTime() + minutes * MINUTE_MS).toISOString().slice(0, -1);
  const part = (value: number) => String(Math.abs(value)).padStart(2, '0');
  return `${local}${minutes < 0 ? '-' : '+'}${part(Math.trunc(minutes / 60))}:${part(minutes % 60)}`;
}
