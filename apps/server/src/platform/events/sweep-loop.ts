import type { Logger } from '../log';
import type { Notifications } from './notifications';
import { createPollingLoop, type PollingLoop, untilDue } from './polling-loop';

/** While something is due that cannot end yet: a customer's page and a merchant's callback say "expired" within a second or two. */
const EVERY_MS = 1_000;

type Swept = {
  readonly sweep: () => Promise<void>;
  /** Milliseconds until the next is due; undefined: none. */
  readonly nextSweepInMs: () => Promise<number | undefined>;
};
type SweepDeps = { readonly notifications: Pick<Notifications, 'idleMs'>; readonly log: Logger };

/** Separate loops, since the job queue's clock ticks once a minute; the names are for the log. */
export const createSweepLoops = ({ notifications, log }: SweepDeps, parts: Readonly<Record<string, Swept>>): PollingLoop[] =>
  Object.entries(parts).map(([of, { sweep, nextSweepInMs }]) =>
    createPollingLoop({
      round: async () => {
        await sweep();
        return untilDue(await nextSweepInMs(), { polledMs: EVERY_MS, idleMs: notifications.idleMs(EVERY_MS) });
      },
      failed: (error) => {
        log.error({ err: error, of }, 'a sweep failed; retrying');
        return EVERY_MS;
      },
    }),
  );
