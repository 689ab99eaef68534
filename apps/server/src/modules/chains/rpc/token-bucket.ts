import { setTimeout as sleep } from 'node:timers/promises';

/** Token bucket: this many calls per second, with a burst of two seconds; the rest waits. */
export function createTokenBucket(ratePerSecond: number): { take(count: number): Promise<void> } {
  const capacity = Math.max(1, ratePerSecond * 2);
  let tokens = capacity;
  let filledAt = performance.now();
  return {
    take: async (count) => {
      const now = performance.now();
      tokens = Math.min(capacity, tokens + ((now - filledAt) / 1000) * ratePerSecond);
      filledAt = now;
      tokens -= count; // may go below zero: the next caller waits longer
      if (tokens < 0) await sleep((-tokens / ratePerSecond) * 1000);
    },
  };
}
