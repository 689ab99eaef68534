const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** 42 giây, 3 phút, 2 giờ in the reader's language; whole units, never more than has passed. */
export function formatDuration(seconds: number, language: string): string {
  const [unit, size] =
    seconds < MINUTE
      ? (['second', 1] as const)
      : seconds < HOUR
        ? (['minute', MINUTE] as const)
        : seconds < DAY
          ? (['hour', HOUR] as const)
          : (['day', DAY] as const);
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(Math.floor(seconds / size));
}
