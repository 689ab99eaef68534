const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Where the short forms are single letters that few readers know. */
const LONG = /^ar\b/;

const unitOf = (seconds: number) =>
  seconds < MINUTE ? (['second', 1] as const) : seconds < HOUR ? (['minute', MINUTE] as const) : (['hour', HOUR] as const);

/** 42 sec, 3 min, 2 hr, in the reader's language; whole units, never more than has passed. */
export function formatLag(seconds: number, language: string): string {
  const [unit, size] = unitOf(seconds);
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: LONG.test(language) ? 'long' : 'short' }).format(
    Math.floor(seconds / size),
  );
}

/** 42 sec. ago. */
export function formatLagAgo(seconds: number, language: string): string {
  const [unit, size] = unitOf(seconds);
  return new Intl.RelativeTimeFormat(language, { style: LONG.test(language) ? 'long' : 'short' }).format(-Math.floor(seconds / size), unit);
}
