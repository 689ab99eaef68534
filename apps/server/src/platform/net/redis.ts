import { createClient } from '@redis/client';
import type { Notifications } from '../events/notifications';
import type { Logger } from '../log';

/** A hanging Redis must not block us: after this we continue without it. */
const COMMAND_MS_MAX = 500;
const RECONNECT_MS_MAX = 2_000;

export type Redis = ReturnType<typeof createRedis>;

/** Redis is optional, never a source of truth: live updates and rate limits use it when it is available, and work without it. */
export function createRedis(deps: { url: string; log: Logger }) {
  const client = createClient({
    url: deps.url,
    disableOfflineQueue: true,
    commandOptions: { timeout: COMMAND_MS_MAX },
    socket: { connectTimeout: 3_000, reconnectStrategy: (attempt) => Math.min(100 * 2 ** attempt, RECONNECT_MS_MAX) },
  });
  const subscriber = client.duplicate();
  const listeners = new Map<string, ((payload: string) => void)[]>();
  const complain = (err: unknown) => deps.log.warn({ err }, 'Redis does not answer; live updates and limits continue without it');
  for (const each of [client, subscriber]) each.on('error', complain);

  const tell = (payload: string, channel: string) => {
    for (const listener of listeners.get(channel) ?? []) listener(payload);
  };
  const notifications: Pick<Notifications, 'publish' | 'subscribe'> = {
    publish: (channel, payload = '') => void client.publish(channel, payload).catch(complain),
    subscribe: (channel, listener) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    },
  };

  return {
    client,
    notifications,
    /** Does not wait: Redis is not required for starting. */
    start: (): void => {
      client.connect().catch(complain);
      // The client itself resubscribes after each reconnection.
      subscriber
        .connect()
        .then(() => subscriber.subscribe([...listeners.keys()], tell))
        .catch(complain);
    },
    stop: async (): Promise<void> => {
      for (const each of [client, subscriber]) if (each.isOpen) each.destroy();
    },
  };
}
