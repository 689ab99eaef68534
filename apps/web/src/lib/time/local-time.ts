import { isTime, NOTHING } from './read-time';

/**
 * Times on the screens of merchants and administrators are in the gateway's business time zone, like the days of filters, statistics and
 * exports: a row of 23:30 is found by its own day, wherever the reader sits. The server writes the zone into the page.
 */
export const businessZone = (): string | undefined =>
  typeof document === 'undefined' // a unit test
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[name="stablegate-time-zone"]')?.content || undefined;

type Field = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

const formats = new Map<string | undefined, Intl.DateTimeFormat>();
function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const two = '2-digit';
  const made = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hourCycle: 'h23', timeZoneName: 'longOffset' },
    ...{ year: 'numeric', month: two, day: two, hour: two, minute: two, second: two },
  });
  formats.set(timeZone, made);
  return made;
}

function reader(at: Date, timeZone = businessZone()): (field: Field | 'timeZoneName') => string {
  // The formatter throws at a time that is none.
  const parts = isTime(at) ? formatOf(timeZone).formatToParts(at) : [];
  return (field) => parts.find(({ type }) => type === field)?.value ?? '';
}

type Reader = ReturnType<typeof reader>;
const clockOf = (read: Reader): string => `${read('hour')}:${read('minute')}:${read('second')}`;
const dayOf = (read: Reader): string => `${read('day')}/${read('month')}/${read('year')}`;

export const clockTime = (at: Date): string => (isTime(at) ? clockOf(reader(at)) : NOTHING);
export const calendarDay = (at: Date): string => (isTime(at) ? dayOf(reader(at)) : NOTHING);

/** Specification 2: hh:mm:ss dd/mm/yyyy. The one form of a time and of a day in lists, facts and filters. */
export const fullTime = (at: Date): string => (isTime(at) ? `${clockTime(at)} ${calendarDay(at)}` : NOTHING);
export const timeIn = (timeZone: string, at: Date): string => `${clockOf(reader(at, timeZone))} ${dayOf(reader(at, timeZone))}`;

/** A day of a filter, YYYY-MM-DD, in that form. */
export const writtenDay = (day: string): string => day.split('-').reverse().join('/');

/** "UTC+7", "UTC+5:30", "UTC": the time zone of the times on a page. */
export const zoneName = (at: Date): string =>
  reader(at)('timeZoneName')
    .replace('GMT', 'UTC')
    .replace('+00:00', '')
    .replace(/([+-])0/, '$1')
    .replace(':00', '');

/** In running text, where no head of a column names the zone. Isolated: right-to-left text would turn its parts around. In one piece. */
const inText = (time: string, at: Date): string => `\u2066${`${time} ${zoneName(at)}`.replaceAll(' ', '\u00a0')}\u2069`;
export const clockTimeInText = (at: Date): string => inText(clockTime(at), at);
export const fullTimeInText = (at: Date): string => inText(fullTime(at), at);
