import { calendarDay, fullTime, timeIn, zoneName } from './local-time';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const steps: readonly { unit: Intl.RelativeTimeFormatUnit; ms: number; below: number }[] = [
  { unit: 'minute', ms: MINUTE, below: HOUR },
  { unit: 'hour', ms: HOUR, below: DAY },
  { unit: 'day', ms: DAY, below: 30 * DAY },
];

const known = new Map<string, Intl.RelativeTimeFormat>();
/** Made once: a list has one for every row. */
function words(language: string, style: Intl.RelativeTimeFormatStyle): Intl.RelativeTimeFormat {
  const key = `${language} ${style}`;
  const made = known.get(key) ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto', style });
  known.set(key, made);
  return made;
}

/** "now", "5 minutes ago", "yesterday"; beyond a month the date is more useful. */
export function timeAgo(at: Date, now: Date, language: string): string {
  const passed = now.getTime() - at.getTime();
  // A clock slightly ahead of ours is still "now".
  if (Math.abs(passed) < MINUTE) return words(language, 'long').format(0, 'second');
  const step = steps.find(({ below }) => Math.abs(passed) < below);
  if (step === undefined) return calendarDay(at);
  // "vor 19 Minuten" is too wide for a column; English has room for the whole word, and short days are single letters ("17 j").
  const style = language.startsWith('en') || step.unit === 'day' ? 'long' : 'short';
  const text = words(language, style).format(-Math.trunc(passed / step.ms), step.unit);
  return text.charAt(0).toLowerCase() + text.slice(1); // Vietnamese has "Hôm qua", also within a sentence
}

/** The exact moment, in the zone of the business and in UTC. */
export function exactTime(at: Date): string {
  const zone = zoneName(at);
  const utc = `${timeIn('UTC', at)} UTC`;
  return zone === 'UTC' ? utc : `${fullTime(at)} ${zone} · ${utc}`;
}
