import { setTimeout as sleep } from 'node:timers/promises';

export type RateWindow = { take(method: string, count: number): Promise<void> };

/** Sliding-window rate limiter: at most this many calls within any window; later ones wait. */
export function createRateWindow(calls: number, windowMs: number, pause: (ms: number) => Promise<unknown> = sleep): RateWindow {
  const times = new Map<string, number[]>();
  return {
    take: async (method, count) => {
      const taken = times.get(method) ?? [];
      times.set(method, taken);
      for (let each = 0; each < count; each += 1) {
        const freeAt = (taken.length < calls ? 0 : (taken[taken.length - calls] ?? 0)) + windowMs;
        // Reserved before waiting, so that two callers never take the same slot.
        taken.push(Math.max(performance.now(), taken.length < calls ? 0 : freeAt));
        if (taken.length > calls) taken.splice(0, taken.length - calls);
      }
      const wait = (taken.at(-1) ?? 0) - performance.now();
      if (wait > 0) await pause(wait);
    },
  };
}
