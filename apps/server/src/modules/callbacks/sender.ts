import { setTimeout as sleep } from 'node:timers/promises';
import { createMakeAttempt } from './attempt/make-attempt';
import type { CallbackDeps } from './callbacks.deps';
import { type ClaimedDelivery, giveBack, LEASE_SECONDS, pauseEndpoint } from './dispatch.queries';
import { createEndpoints } from './endpoints';
import { createRecorder } from './record-attempts';

const HELD_MAX = 4_096;
/** An attempt that starts later than this could outlive its lease. */
const UNSENT_MS_MAX = (LEASE_SECONDS * 1_000) / 2;
const STOP_MS_MAX = 5_000;

export type Sender = {
  /** How many more deliveries it accepts. */
  room(): number;
  /** Receivers at their limit. */
  full(): string[];
  accept(claimed: readonly ClaimedDelivery[], claimedAt: number): Promise<void>;
  /** Attempts under way have some seconds to finish; the leases of the rest expire, and another worker takes them over. */
  stop(): Promise<void>;
};

/** `onWork`: there may be something to claim now, or at another time than before. */
export function createSender(deps: CallbackDeps, onWork: () => void): Sender {
  const endpoints = createEndpoints();
  const recorder = createRecorder(deps, onWork);
  const makeAttempt = createMakeAttempt(deps);
  const underWay = new Set<Promise<void>>();

  async function backOff(endpoint: string, more: readonly ClaimedDelivery[] = []): Promise<void> {
    const held = [...endpoints.drain(endpoint), ...more];
    await pauseEndpoint(deps.db.query, endpoint, deps.clocks.business.now()); // first: what is given back must not be claimed again
    if (held.length > 0) await giveBack(deps.db.query, held);
    onWork();
  }

  async function send(delivery: ClaimedDelivery): Promise<void> {
    let isSlow = false;
    try {
      const attempt = await makeAttempt(delivery);
      isSlow = attempt.outcome === 'timeout';
      recorder.record(attempt);
      if (isSlow) await backOff(delivery.endpoint);
    } catch (error) {
      deps.log.error({ err: error, deliveryId: delivery.id }, 'a callback attempt failed; it repeats when its lease expires');
    }
    if (endpoints.finish(delivery.endpoint, isSlow)) onWork();
    sendNext(delivery.endpoint);
  }

  /** Up to the receiver's limit. Deliveries that waited too long are left for the worker that finds their lease expired. */
  function sendNext(endpoint: string): void {
    for (let next = endpoints.take(endpoint); next !== undefined; next = endpoints.take(endpoint)) {
      if (performance.now() - next.claimedAt > UNSENT_MS_MAX) {
        endpoints.finish(endpoint, true);
        continue;
      }
      const sending = send(next.delivery).finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
  }

  return {
    room: () => HELD_MAX - endpoints.held(),
    full: endpoints.full,
    accept: async (claimed, claimedAt) => {
      const tooMany = claimed.filter((delivery) => !endpoints.add({ delivery, claimedAt }));
      for (const endpoint of new Set(claimed.map((delivery) => delivery.endpoint))) sendNext(endpoint);
      for (const endpoint of new Set(tooMany.map((delivery) => delivery.endpoint))) {
        const unwanted = tooMany.filter((delivery) => delivery.endpoint === endpoint);
        await backOff(endpoint, unwanted);
      }
    },
    stop: async () => {
      const held = endpoints.drain();
      if (held.length > 0) await giveBack(deps.db.query, held);
      await Promise.race([Promise.all(underWay), sleep(STOP_MS_MAX, undefined, { ref: false })]);
      await recorder.settled();
    },
  };
}
