import type { Logger } from '../log';
import { createPollingLoop, type PollingLoop, untilDue } from './polling-loop';

/** While something is due that cannot end yet: a customer's page and a merchant's callback say "expired" within a second or two. */
const EVERY_MS = 1_000;

export type SweepDeps = {
  /** What it ends, for the log. */
  readonly of: string;
  readonly sweep: () => Promise<void>;
  /** Milliseconds until the next is due; undefined: none. */
  readonly nextInMs: () => Promise<number | undefined>;
  /** How long to sleep when nothing is due. */
  readonly idleMs: (polledMs: number) => number;
  readonly log: Logger;
};

/** A separate loop: the job queue's clock ticks once a minute. */
export const createSweepLoop = ({ of, sweep, nextInMs, idleMs, log }: SweepDeps): PollingLoop =>
  createPollingLoop({
    round: async () => {
      await sweep();
      return untilDue(await nextInMs(), { polledMs: EVERY_MS, idleMs: idleMs(EVERY_MS) });
    },
    failed: (error) => {
      log.error({ err: error, of }, 'a sweep failed; retrying');
      return EVERY_MS;
    },
  });
