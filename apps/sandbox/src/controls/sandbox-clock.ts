import type { Clock } from '@stablegate/server/platform/clock';

/** Business time: the machine's, shifted forward with the chain. The chain's journal keeps the offset over restarts. */
export type SandboxClock = Clock & {
  setOffset(seconds: number): void;
  /** Freezes the clock at this moment until called without one, to create the demo's history. */
  pretend(at: Date | undefined): void;
};

export function createSandboxClock(offsetSeconds: number): SandboxClock {
  let offsetMs = offsetSeconds * 1000;
  let pretended: Date | undefined;
  const listeners: (() => void)[] = [];
  return {
    onMoved: (listener) => void listeners.push(listener),
    now: () => pretended ?? new Date(Date.now() + offsetMs),
    pretend: (at) => {
      pretended = at;
    },
    setOffset: (seconds) => {
      offsetMs = seconds * 1000;
      for (const listener of listeners) listener();
    },
  };
}
