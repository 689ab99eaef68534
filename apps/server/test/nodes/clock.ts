import type { Now } from './node-types';

/** Time that stands still until it is moved. */
export function createManualClock(startMs: number): { readonly now: Now; advance(ms: number): void } {
  let at = startMs;
  return {
    now: () => at,
    advance: (ms) => {
      at += ms;
    },
  };
}
