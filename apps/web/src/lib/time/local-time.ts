const two = (value: number): string => String(value).padStart(2, '0');

export const clockTime = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
export const calendarDay = (at: Date): string => `${two(at.getDate())}/${two(at.getMonth() + 1)}/${at.getFullYear()}`;

/** Specification 2: hh:mm:ss dd/mm/yyyy, in the reader's time zone. */
export const fullTime = (at: Date): string => `${clockTime(at)} ${calendarDay(at)}`;

const MINUTES_PER_HOUR = 60;

/** "UTC+7", "UTC+5:30", "UTC": the time zone of the times on a page. */
export function zoneName(at: Date): string {
  const ahead = -at.getTimezoneOffset();
  if (ahead === 0) return 'UTC';
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / MINUTES_PER_HOUR), Math.abs(ahead) % MINUTES_PER_HOUR];
  return `UTC${ahead < 0 ? '-' : '+'}${hours}${minutes === 0 ? '' : `:${two(minutes)}`}`;
}
