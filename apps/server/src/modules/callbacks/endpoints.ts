import type { ClaimedDelivery } from './dispatch.queries';

/** One receiver, as this worker sees it. */
type Endpoint = { sending: number; isSlow: boolean; readonly queue: QueuedDelivery[] };
export type QueuedDelivery = { readonly delivery: ClaimedDelivery; readonly claimedAt: number };

const SENDING_MAX = 16; // concurrent connections per receiver
const HELD_MAX = 128; // sent and unsent together: enough to keep a fast receiver busy until the next claim
const SLOW_HELD_MAX = 2; // of a receiver whose last attempt timed out
const SLOW_KEPT_MAX = 10_000;

/** Receivers in use. One that hangs occupies only its own share, and after its first timeout only two places, until it answers again. */
export function createEndpoints() {
  const known = new Map<string, Endpoint>();
  let held = 0;

  const heldBy = (endpoint: Endpoint): number => endpoint.sending + endpoint.queue.length;
  const of = (name: string): Endpoint => {
    const found = known.get(name) ?? { sending: 0, isSlow: false, queue: [] };
    known.set(name, found);
    return found;
  };
  const forgetIdle = (name: string, endpoint: Endpoint): void => {
    if (heldBy(endpoint) === 0 && (!endpoint.isSlow || known.size > SLOW_KEPT_MAX)) known.delete(name);
  };
  const isFull = (endpoint: Endpoint): boolean => heldBy(endpoint) >= (endpoint.isSlow ? SLOW_HELD_MAX : HELD_MAX);

  return {
    held: () => held,
    full: (): string[] => [...known].filter(([, endpoint]) => isFull(endpoint)).map(([name]) => name),
    /** Returns false when the receiver is slow and at its limit: the delivery has to wait. */
    add: (queued: QueuedDelivery): boolean => {
      const endpoint = of(queued.delivery.endpoint);
      if (endpoint.isSlow && isFull(endpoint)) return false;
      endpoint.queue.push(queued);
      held += 1;
      return true;
    },
    /** The next delivery that may be sent to this receiver. */
    take: (name: string): QueuedDelivery | undefined => {
      const endpoint = of(name);
      const next = endpoint.sending < SENDING_MAX ? endpoint.queue.shift() : undefined;
      if (next !== undefined) endpoint.sending += 1;
      forgetIdle(name, endpoint);
      return next;
    },
    /** Returns whether the receiver was at its limit until now, so that more can be claimed for it. */
    finish: (name: string, isSlow: boolean): boolean => {
      const endpoint = of(name);
      const wasFull = isFull(endpoint);
      endpoint.sending -= 1;
      held -= 1;
      endpoint.isSlow = isSlow;
      forgetIdle(name, endpoint);
      return wasFull && !isFull(endpoint);
    },
    /** Removes unsent deliveries of a receiver; of all when none is named. */
    drain: (name?: string): ClaimedDelivery[] => {
      const endpoints = name === undefined ? [...known.values()] : [of(name)];
      const drained = endpoints.flatMap(({ queue }) => queue.splice(0)).map(({ delivery }) => delivery);
      held -= drained.length;
      return drained;
    },
  };
}
