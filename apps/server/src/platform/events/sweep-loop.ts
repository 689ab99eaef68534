import type { Logger } from '../log';
import { createWakeup } from './wakeup';

const EVERY_MS = 1_000; // a customer's page and a merchant's callback say "expired" within a second or two

export type SweepLoop = { start(): void; stop(): Promise<void> };

/** A loop of its own: the job queue's clock ticks once a minute. `of` is what ends there, for the log. */
export function createSweepLoop(deps: { of: string; sweep: () => Promise<void>; log: Logger }): SweepLoop {
  const wakeup = createWakeup();
  let running = false;
  let done = Promise.resolve();

  async function loop(): Promise<void> {
    while (running) {
      try {
        await deps.sweep();
      } catch (error) {
        deps.log.error({ err: error, of: deps.of }, 'a sweep failed; it comes again');
      }
      if (running) await wakeup.wait(EVERY_MS);
    }
  }

  return {
    start: () => {
      running = true;
      done = loop();
    },
    stop: async () => {
      running = false;
      wakeup.wake();
      await done;
    },
  };
}
