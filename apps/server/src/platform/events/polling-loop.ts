import { setImmediate } from 'node:timers/promises';
import { createWakeup } from './wakeup';

export type PollingLoop = { start(): void; wake(): void; stop(): Promise<void> };

export type PollingOptions = {
  /** Returns the delay before the next round; 0 if there is more to do. */
  round(): Promise<number>;
  /** Logs the error, and returns the delay before the retry. */
  failed(error: unknown): number | Promise<number>;
};

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
