import { dateLanguage } from '@stablegate/rules';

/** Days are the server's own, without a time: parsed as UTC they stay the same day. */
const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Names of days (YYYY-MM-DD) at charts: 20 Oct, and Tue 20 Oct. */
export function dayNames(language: string) {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(dateLanguage(language), { timeZone: 'UTC', ...options });
  const short = format({ day: 'numeric', month: 'short' });
  const long = format({ weekday: 'short', day: 'numeric', month: 'short' });
  return { short: (day: string) => short.format(dateOf(day)), long: (day: string) => long.format(dateOf(day)) };
}
