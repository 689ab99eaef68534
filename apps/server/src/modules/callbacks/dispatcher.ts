import { randomUUID } from 'node:crypto';
import { createPollingLoop, untilDue } from '../../platform/events/polling-loop';
import type { CallbackDeps } from './callbacks.deps';
import { claimDue, freeExpired, nextDueInMs } from './dispatch.queries';
import { createSender } from './sender';

const CLAIMED_MAX = 64; // per statement
/** While something is due that cannot be claimed, or messages between processes do not arrive. */
const POLL_MS = 500;
const FREE_EVERY_MS = 1_000;

export type Dispatcher = { start(): void; stop(): Promise<void>; wake(): void };

/** Claim in one short transaction, send outside of any, record in another. */
export function createDispatcher(deps: CallbackDeps): Dispatcher {
  const sender = createSender(deps, () => polling.wake());

  let freedAt = Number.NEGATIVE_INFINITY;

  async function claim(): Promise<number> {
    if (performance.now() - freedAt > FREE_EVERY_MS) {
      await freeExpired(deps.db.query);
      freedAt = performance.now();
    }
    const max = Math.min(CLAIMED_MAX, sender.room());
    if (max <= 0) return 0;
    const claimedAt = performance.now();
    const now = deps.clocks.business.now();
    const claimed = await claimDue(deps.db.query, { now, max, leaseToken: randomUUID(), without: sender.full() });
    await sender.accept(claimed, claimedAt);
    return claimed.length;
  }

  /** Until the next retry; what changes meanwhile wakes it. */
  async function restMs(): Promise<number> {
    const dueInMs = await nextDueInMs(deps.db.query, deps.clocks.business.now(), sender.full());
    return untilDue(dueInMs, { polledMs: POLL_MS, idleMs: deps.idleMs(POLL_MS) });
  }

  const polling = createPollingLoop({
    round: async () => ((await claim()) === 0 ? restMs() : 0),
    failed: (error) => {
      deps.log.error({ err: error }, 'callbacks could not be claimed; retrying');
      return POLL_MS;
    },
  });

  return {
    ...polling,
    stop: async () => {
      await polling.stop();
      await sender.stop();
    },
  };
}
