import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, trialEnd } from '@stablegate/rules';
import { readTime } from '../../lib/time/read-time';

export type TimeLeft = { days: number; hours: number; minutes: number; seconds: number };

/** Time left of the trial; undefined once it is over. */
export function trialLeft(createDate: string, now: Date): TimeLeft | undefined {
  const left = trialEnd(new Date(readTime(createDate))).getTime() - now.getTime();
  if (!(left > 0)) return undefined;
  return {
    days: Math.floor(left / DAY_MS),
    hours: Math.floor((left % DAY_MS) / HOUR_MS),
    minutes: Math.floor((left % HOUR_MS) / MINUTE_MS),
    seconds: Math.floor((left % MINUTE_MS) / SECOND_MS),
  };
}
