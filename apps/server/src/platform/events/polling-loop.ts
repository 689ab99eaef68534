import { setImmediate } from 'node:timers/promises';
import { createWakeup } from './wakeup';

/** Timers may fire a millisecond early; what is due a moment later would cost a further round. */
const DUE_MARGIN_MS = 5;

export type PollingLoop = { start(): void; wake(): void; stop(): Promise<void> };

export type PollingOptions = {
  /** Returns the delay before the next round; 0 if there is more to do. */
  round(): Promise<number>;
  /** Logs the error, and returns the delay before the retry. */
  failed(error: unknown): number | Promise<number>;
};

/**
 * How long a loop that found nothing to do sleeps: until the next thing is due, at most `idleMs`. Due things that it could not take (another
 * process holds them, or they wait for something else) are tried again every `polledMs`.
 */
export function untilDue(dueInMs: number | undefined, { polledMs, idleMs }: { polledMs: number; idleMs: number }): number {
  return dueInMs === undefined ? idleMs : Math.min(idleMs, dueInMs > 0 ? Math.ceil(dueInMs) + DUE_MARGIN_MS : polledMs);
}

/** Runs round after round until it is stopped, waits in between, and can be woken. `stop` lets the current round finish. */
export function createPollingLoop({ round, failed }: PollingOptions): PollingLoop {
  const wakeup = createWakeup();
  let running = false;
  let done = Promise.resolve();

  async function loop(): Promise<void> {
    while (running) {
      const pauseMs = await round().catch(failed);
      if (running && pauseMs > 0) await wakeup.wait(pauseMs);
      else await setImmediate(); // a loop that never waits must not starve the rest of the process
    }
  }

  return {
    start: () => {
      running = true;
      done = loop();
    },
    wake: wakeup.wake,
    stop: async () => {
      running = false;
      wakeup.wake();
      await done;
    },
  };
}
