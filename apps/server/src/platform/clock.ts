/**
 * Time is injected. `business` is for invoices, deposits, retries, trial and statistics; it follows the database's clock
 * (database-time.ts), and the sandbox may move it. `real` is this machine's clock, never moved: sessions, one-time codes, mailed tokens,
 * rate limits and signatures.
 */
export type Clock = {
  now(): Date;
  /** Where time can be moved: what sleeps until a moment has to look again. */
  onMoved?(listener: () => void): void;
};
export type Clocks = { readonly business: Clock; readonly real: Clock };

export const systemClock: Clock = { now: () => new Date() };
export const systemClocks: Clocks = { business: systemClock, real: systemClock };

/** For tests: stands still until moved. */
export function manualClock(start: string): Clock & { advance(ms: number): void; set(time: string): void } {
  let current = Date.parse(start);
  const listeners: (() => void)[] = [];
  const moveTo = (time: number): void => {
    current = time;
    for (const listener of listeners) listener();
  };
  return {
    now: () => new Date(current),
    onMoved: (listener) => void listeners.push(listener),
    advance: (ms) => moveTo(current + ms),
    set: (time) => moveTo(Date.parse(time)),
  };
}
