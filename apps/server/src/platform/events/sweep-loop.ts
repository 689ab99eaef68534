import type { Logger } from '../log';
import { createPollingLoop, type PollingLoop } from './polling-loop';

const EVERY_MS = 1_000; // a customer's page and a merchant's callback say "expired" within a second or two

/** A separate loop: the job queue's clock ticks once a minute. `of` names what the sweep ends, for the log. */
export const createSweepLoop = (deps: { of: string; sweep: () => Promise<void>; log: Logger }): PollingLoop =>
  createPollingLoop({
    round: async () => {
      await deps.sweep();
      return EVERY_MS;
    },
    failed: (error) => {
      deps.log.error({ err: error, of: deps.of }, 'a sweep failed; retrying');
      return EVERY_MS;
    },
  });
