import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { cutOff } from '../db/db-silence';
import type { Logger } from '../log';

const RECONNECT_MS = 1_000;
/**
 * A connection that only listens would never notice that it is cut off (F40), and one through a pooler that shares sessions hears nothing at
 * all. So it sends itself a message: closed when it does not answer, not trusted when the message does not arrive.
 */
const ASK_EVERY_MS = 10_000;
const ANSWER_WITHIN_MS = 5_000;

export type ListeningDeps = {
  readonly url: string;
  readonly log: Logger;
  readonly channels: () => readonly string[];
  readonly onMessage: (channel: string, payload: string) => void;
  /** The connection ended, or is back: messages were or may have been missed. */
  readonly onGap: () => void;
};
export type Listening = {
  /** Undefined while there is none. */
  connection(): pg.Client | undefined;
  /** Whether messages arrive. */
  isHearing(): boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
};

const newClient = (url: string): pg.Client =>
  new pg.Client({
    connectionString: url,
    application_name: 'stablegate-news',
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });

async function listenTo(client: pg.Client, channels: readonly string[]): Promise<void> {
  try {
    await client.connect();
    await client.query(channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join(';'));
  } catch (error) {
    cutOff(client);
    throw error;
  }
}

/** Whether a message of its own arrives: a session gets its messages at the latest before it is idle again. */
async function hearsItself(client: pg.Client, channel: string): Promise<boolean> {
  let isEchoed = false;
  const hear = (message: pg.Notification): void => {
    isEchoed ||= message.channel === channel;
  };
  client.on('notification', hear);
  try {
    await client.query('select pg_notify($1, $2)', [channel, '']);
    await client.query('select 1');
  } finally {
    client.off('notification', hear);
  }
  return isEchoed;
}

/** One connection that listens, and is replaced when it ends. */
export function createListening({ url, log, channels, onMessage, onGap }: ListeningDeps): Listening {
  const ownChannel = `echo_${randomUUID()}`;
  let current: pg.Client | undefined;
  let isHearing = false;
  let stopped = false;
  let reconnectTimer: NodeJS.Timeout | undefined;

  const ask = async (client: pg.Client): Promise<void> => {
    try {
      const hears = await hearsItself(client, ownChannel);
      isHearing = client === current && hears;
    } catch {
      cutOff(client);
    }
  };
  const reconnectSoon = (): void => {
    if (!stopped) reconnectTimer = setTimeout(() => void reconnect(), RECONNECT_MS);
  };

  async function connect(): Promise<void> {
    const client = newClient(url);
    let asking: NodeJS.Timeout | undefined;
    client.on('error', () => undefined); // 'end' follows and reconnects
    client.on('end', () => {
      clearInterval(asking);
      if (client !== current) return; // never connected: the caller keeps retrying
      current = undefined;
      isHearing = false;
      if (!stopped) onGap();
      reconnectSoon();
    });
    client.on('notification', ({ channel, payload }) => onMessage(channel, payload ?? ''));
    await listenTo(client, [...channels(), ownChannel]);
    current = client;
    await ask(client);
    asking = setInterval(() => void ask(client), ASK_EVERY_MS);
  }

  async function reconnect(): Promise<void> {
    try {
      await connect();
      onGap();
    } catch (error) {
      log.warn({ err: error }, 'notification connection is down; polling continues');
      reconnectSoon();
    }
  }

  return {
    connection: () => current,
    isHearing: () => isHearing,
    start: connect,
    stop: async () => {
      stopped = true;
      clearTimeout(reconnectTimer);
      await current?.end();
    },
  };
}
