/**
 * Time is injected. `business` is for invoices, deposits, retries, trial and statistics; it follows the database's clock
 * (database-time.ts), and the sandbox may move it. `real` is this machine's clock, never moved: sessions, one-time codes, mailed tokens,
 * rate limits and signatures.
 */
export type Clock = { now(): Date };
export type Clocks = { readonly business: Clock; readonly real: Clock };

export const systemClock: Clock = { now: () => new Date() };
export const systemClocks: Clocks = { business: systemClock, real: systemClock };

/** For tests: stands still until moved. */
export function manualClock(start: string): Clock & { advance(ms: number): void; set(time: string): void } {
  let current = Date.parse(start);
  return {
    now: () => new Date(current),
    advance: (ms) => {
      current += ms;
    },
    set: (time) => {
      current = Date.parse(time);
    },
  };
}
