import { randomUUID } from 'node:crypto';
import { createWakeup } from '../../platform/events/wakeup';
import type { CallbackDeps } from './callbacks.deps';
import { claimDue } from './dispatch.queries';
import { createSender } from './sender';

const CLAIMED_MAX = 64; // in one statement
const POLL_MS = 500; // the wake-up is a courtesy; polling is the promise

export type Dispatcher = { start(): void; stop(): Promise<void>; wake(): void };

/** Claim in one short transaction, send without any, record in another. */
export function createDispatcher(deps: CallbackDeps): Dispatcher {
  const wakeup = createWakeup();
  const sender = createSender(deps, () => wakeup.wake());
  let running = false;
  let done = Promise.resolve();

  async function claim(): Promise<number> {
    const max = Math.min(CLAIMED_MAX, sender.room());
    if (max <= 0) return 0;
    const claimedAt = performance.now();
    const now = deps.clocks.business.now();
    const claimed = await claimDue(deps.db, { now, max, leaseToken: randomUUID(), without: sender.full() });
    await sender.accept(claimed, claimedAt);
    return claimed.length;
  }

  async function loop(): Promise<void> {
    while (running) {
      let claimed = 0;
      try {
        claimed = await claim();
      } catch (error) {
        deps.log.error({ err: error }, 'callbacks could not be claimed; trying again');
      }
      if (claimed === 0 && running) await wakeup.wait(POLL_MS);
    }
  }

  return {
    wake: () => wakeup.wake(),
    start: () => {
      running = true;
      done = loop();
    },
    stop: async () => {
      if (!running) return;
      running = false;
      wakeup.wake();
      await done;
      await sender.stop();
    },
  };
}
