import type { Clock } from '@stablegate/server/platform/clock';

/** Business time: the machine's, moved forward by what the chain was moved. The chain's journal keeps the offset over restarts. */
export type SandboxClock = Clock & {
  setOffset(seconds: number): void;
  /** Stands still at this moment until it is called with none: how the demo's past is made. */
  pretend(at: Date | undefined): void;
};

export function createSandboxClock(offsetSeconds: number): SandboxClock {
  let offsetMs = offsetSeconds * 1000;
  let pretended: Date | undefined;
  return {
    now: () => pretended ?? new Date(Date.now() + offsetMs),
    pretend: (at) => {
      pretended = at;
    },
    setOffset: (seconds) => {
      offsetMs = seconds * 1000;
    },
  };
}
