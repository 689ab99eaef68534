import { setTimeout as sleep } from 'node:timers/promises';

export type RateWindow = {
  /** Waits until this many more fit into the window, together: a batch arrives at once. */
  take(name: string, count: number): Promise<void>;
  /** Taken within one window before now. */
  recent(name: string): number;
  /** How many may be taken together without waiting, or after the shortest wait. */
  room(name: string): number;
};

/** Sliding-window rate limiter: at most this many calls within any window; later ones wait. A larger batch waits until the window is empty. */
export function createRateWindow(
  calls: () => number,
  windowMs: number,
  pause: (ms: number) => Promise<unknown> = (ms) => sleep(Math.ceil(ms)),
): RateWindow {
  const times = new Map<string, number[]>();
  const recentOf = (name: string): number[] => {
    const recent = (times.get(name) ?? []).filter((time) => time > performance.now() - windowMs);
    times.set(name, recent);
    return recent;
  };
  return {
    take: async (name, count) => {
      const taken = recentOf(name);
      const mustLeave = taken[taken.length + count - Math.max(count, calls()) - 1];
      const at = Math.max(performance.now(), taken.at(-1) ?? 0, mustLeave === undefined ? 0 : mustLeave + windowMs);
      // Reserved before waiting, so that two callers never take the same place.
      for (let each = 0; each < count; each += 1) taken.push(at);
      const wait = at - performance.now();
      if (wait > 0) await pause(wait);
    },
    room: (name) => {
      const free = calls() - recentOf(name).length;
      return free > 0 ? free : calls();
    },
    recent: (name) => recentOf(name).filter((time) => time <= performance.now()).length,
  };
}
