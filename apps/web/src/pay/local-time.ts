import { useIsInBrowser } from './live/hydrated';

const two = (value: number): string => String(value).padStart(2, '0');

/** "UTC+7", "UTC-3:30": payer and shop may read the same moment in two zones. */
function zoneOf(at: Date): string {
  const minutes = -at.getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  if (minutes === 0) return 'UTC';
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${two(rest)}`}`;
}

/** Of the page as the server renders it: only the browser knows the time zone. */
const worldTime = (iso: string): string => `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** hh:mm:ss dd/mm/yyyy as everywhere in the product, in the payer's time zone, which is named. */
function localTime(iso: string): string {
  const at = new Date(iso);
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':');
  return `${time} ${two(at.getDate())}/${two(at.getMonth() + 1)}/${at.getFullYear()} ${zoneOf(at)}`;
}

export function useLocalTime(): (iso: string) => string {
  return useIsInBrowser() ? localTime : worldTime;
}

/** Within a sentence. Isolated: right-to-left text would turn its parts around. In one piece: a line must not end between time and date. */
export const isolated = (time: string): string => `\u2066${time.replaceAll(' ', '\u00a0')}\u2069`;
