import type { Clock } from '@stablegate/server/platform/clock';

/** Business time: the machine's, moved forward by what the chain was moved. The chain's journal keeps the offset over restarts. */
export type SandboxClock = Clock & { setOffset(seconds: number): void };

export function createSandboxClock(offsetSeconds: number): SandboxClock {
  let offsetMs = offsetSeconds * 1000;
  return {
    now: () => new Date(Date.now() + offsetMs),
    setOffset: (seconds) => {
      offsetMs = seconds * 1000;
    },
  };
}
