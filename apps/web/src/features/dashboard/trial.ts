const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Specification 2: seven days from the account's createDate. */
const TRIAL_DAYS = 7;

export type TimeLeft = { days: number; hours: number; minutes: number; seconds: number };

/** What is left of the trial; undefined once it is over. */
export function trialLeft(createDate: string, now: Date): TimeLeft | undefined {
  const left = Date.parse(createDate) + TRIAL_DAYS * DAY - now.getTime();
  if (!(left > 0)) return undefined;
  return {
    days: Math.floor(left / DAY),
    hours: Math.floor((left % DAY) / HOUR),
    minutes: Math.floor((left % HOUR) / MINUTE),
    seconds: Math.floor((left % MINUTE) / SECOND),
  };
}
