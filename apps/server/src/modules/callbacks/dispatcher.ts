import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createWakeup } from '../../platform/wakeup';
import { nextStep, outcomeOfStatus, retryAfterMs } from './callbacks.domain';
import type { CallbackDeps } from './callbacks.service';
import { type ClaimedDelivery, claimDue, type DoneAttempt, giveBack, LEASE_SECONDS, putOff } from './dispatch.queries';
import { createEndpoints } from './endpoints';
import { createRecorder } from './record-attempts';
import { sendCallback } from './send-callback';
import { createSigningCache } from './signing-cache';

const CLAIMED_MAX = 64; // in one statement
const HELD_MAX = 4_096;
const POLL_MS = 500; // the wake-up is a courtesy; polling is the promise
/** A try that starts later than this could outlive its lease. */
const UNSENT_MS_MAX = (LEASE_SECONDS * 1_000) / 2;
const STOP_MS_MAX = 5_000;

export type Dispatcher = { start(): void; stop(): Promise<void>; wake(): void };

export function createDispatcher(deps: CallbackDeps): Dispatcher {
  const wakeup = createWakeup();
  const endpoints = createEndpoints();
  const recorder = createRecorder(deps);
  const signingOf = createSigningCache(deps.stores.readSigningSecrets);
  const underWay = new Set<Promise<void>>();
  let running = false;
  let done = Promise.resolve();

  async function attempt(delivery: ClaimedDelivery): Promise<DoneAttempt> {
    const message = { id: delivery.id, url: delivery.url, body: delivery.body };
    const result = await sendCallback({ http: deps.http, realClock: deps.clocks.real }, message, await signingOf(delivery.storeId));
    const answered = result.outcome === 'answered' ? result : undefined;
    const outcome = result.outcome === 'answered' ? outcomeOfStatus(result.httpStatus) : result.outcome;
    const wantedMs = retryAfterMs(answered?.retryAfter, deps.clocks.real.now());
    const step = nextStep(outcome, delivery.attempts + 1, wantedMs, Math.random());
    const at = deps.clocks.business.now();
    return {
      delivery,
      at,
      outcome,
      httpStatus: answered?.httpStatus ?? null,
      durationMs: result.durationMs,
      response: answered?.response ?? null,
      ends: step.ends,
      dueAt: step.ends === null ? new Date(at.getTime() + step.pauseMs) : null,
    };
  }

  async function standBack(endpoint: string, more: readonly ClaimedDelivery[] = []): Promise<void> {
    const held = [...endpoints.drain(endpoint), ...more].map(({ id }) => id);
    await putOff(deps.db.query, endpoint, held, deps.clocks.business.now());
  }

  async function send(delivery: ClaimedDelivery): Promise<void> {
    let isSlow = false;
    try {
      const attempted = await attempt(delivery);
      isSlow = attempted.outcome === 'timeout';
      recorder.record(attempted);
      if (isSlow) await standBack(delivery.endpoint);
    } catch (error) {
      deps.log.error({ err: error, deliveryId: delivery.id }, 'a callback was not tried; it comes again when its lease is over');
    }
    if (endpoints.finish(delivery.endpoint, isSlow)) wakeup.wake();
    sendNext(delivery.endpoint);
  }

  /** As many as the receiver may get at a time. What waited too long is left to whoever finds its lease over. */
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

  async function claim(): Promise<number> {
    const max = Math.min(CLAIMED_MAX, HELD_MAX - endpoints.held());
    if (max <= 0) return 0;
    const claimedAt = performance.now();
    const now = deps.clocks.business.now();
    const claimed = await claimDue(deps.db, { now, max, leaseToken: randomUUID(), without: endpoints.full() });
    const tooMany = claimed.filter((delivery) => !endpoints.add({ delivery, claimedAt }));
    for (const endpoint of new Set(claimed.map((delivery) => delivery.endpoint))) {
      sendNext(endpoint);
      const unwanted = tooMany.filter((delivery) => delivery.endpoint === endpoint);
      if (unwanted.length > 0) await standBack(endpoint, unwanted);
    }
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
    /** What is under way has some seconds to end; the lease of the rest runs out, and another worker takes it over. */
    stop: async () => {
      const wasRunning = running;
      running = false;
      wakeup.wake();
      await done;
      if (!wasRunning) return;
      await giveBack(
        deps.db.query,
        endpoints.drain().map(({ id }) => id),
      );
      await Promise.race([Promise.all(underWay), sleep(STOP_MS_MAX, undefined, { ref: false })]);
      await recorder.settled();
    },
  };
}
