import { readMicros } from '@stablegate/rules';

export type DayChange = { direction: 'up' | 'down' | 'same'; percent: string };

/** 100% in hundredths of a percent. */
const SCALE = 10_000n;
const PLACES = 2;

/** Specification 2: against yesterday, with 2 decimals, only if yesterday is not 0. Rounded half up. */
export function dayChange(today: number, yesterday: number): DayChange | undefined {
  const [now, before] = [readMicros(today), readMicros(yesterday)];
  if (now === undefined || before === undefined || before === 0n) return undefined;
  const difference = now > before ? now - before : before - now;
  const hundredths = (difference * SCALE * 2n + before) / (before * 2n);
  const digits = hundredths.toString().padStart(PLACES + 1, '0');
  return {
    direction: now === before ? 'same' : now > before ? 'up' : 'down',
    percent: `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`,
  };
}
