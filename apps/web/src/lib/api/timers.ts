import type { TimeoutProvider } from '@tanstack/react-query';

type Timer = { at: number; readonly run: () => void; readonly everyMs?: number };

/**
 * One browser timer for all of the query library's, of which each reading sets up to four: ten readings of a screen in one task kept a tap waiting.
 * The library's own advice (TimeoutManager).
 */
export function createTimers(): TimeoutProvider<number> {
  const timers = new Map<number, Timer>();
  let lastId = 0;
  let browserTimer: ReturnType<typeof setTimeout> | undefined;
  let wakesAt = Number.POSITIVE_INFINITY;
  let isArming = false;

  function arm(): void {
    isArming = false;
    const next = Math.min(...Array.from(timers.values(), ({ at }) => at));
    if (next >= wakesAt) return;
    clearTimeout(browserTimer);
    wakesAt = next;
    browserTimer = setTimeout(wake, next - performance.now());
  }

  function armSoon(): void {
    if (!isArming) queueMicrotask(arm);
    isArming = true;
  }

  function wake(): void {
    wakesAt = Number.POSITIVE_INFINITY;
    armSoon(); // also if one of them throws
    const now = performance.now();
    for (const [id, timer] of [...timers]) {
      if (timer.at > now || !timers.has(id)) continue;
      if (timer.everyMs === undefined) timers.delete(id);
      else timer.at = now + timer.everyMs;
      timer.run();
    }
  }

  function set(run: () => void, delayMs: number, everyMs?: number): number {
    lastId += 1;
    timers.set(lastId, { at: performance.now() + delayMs, run, everyMs });
    armSoon();
    return lastId;
  }

  const clear = (id: number | undefined) => void timers.delete(id ?? 0);
  return { setTimeout: set, clearTimeout: clear, setInterval: (run, everyMs) => set(run, everyMs, everyMs), clearInterval: clear };
}
