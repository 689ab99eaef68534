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

function reader(at: Date): (field: Field | 'timeZoneName') => string {
  const parts = formatOf(businessZone()).formatToParts(at);
  return (field) => parts.find(({ type }) => type === field)?.value ?? '';
}

export function clockTime(at: Date): string {
  const read = reader(at);
  return `${read('hour')}:${read('minute')}:${read('second')}`;
}

export function calendarDay(at: Date): string {
  const read = reader(at);
  return `${read('day')}/${read('month')}/${read('year')}`;
}

/** Specification 2: hh:mm:ss dd/mm/yyyy. */
export const fullTime = (at: Date): string => `${clockTime(at)} ${calendarDay(at)}`;

/** "UTC+7", "UTC+5:30", "UTC": the time zone of the times on a page. */
export const zoneName = (at: Date): string =>
  reader(at)('timeZoneName')
    .replace('GMT', 'UTC')
    .replace('+00:00', '')
    .replace(/([+-])0/, '$1')
    .replace(':00', '');

/** In running text, where no head of a column names the zone. Isolated: right-to-left text would turn its parts around. */
const inText = (time: string, at: Date): string => `\u2066${time} ${zoneName(at)}\u2069`;
export const clockTimeInText = (at: Date): string => inText(clockTime(at), at);
export const fullTimeInText = (at: Date): string => inText(fullTime(at), at);
