const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Where the short forms are single letters that few readers know. */
const LONG = /^ar\b/;

/** 42 sec, 3 min, 2 hr, in the reader's language; whole units, never more than has passed. */
export function formatLag(seconds: number, language: string): string {
  const [unit, size] =
    seconds < MINUTE ? (['second', 1] as const) : seconds < HOUR ? (['minute', MINUTE] as const) : (['hour', HOUR] as const);
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: LONG.test(language) ? 'long' : 'short' }).format(
    Math.floor(seconds / size),
  );
}
