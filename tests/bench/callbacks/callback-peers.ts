import { Logger, run } from 'graphile-worker';
import pg from 'pg';
import { Agent, request } from 'undici';
import { epochNow } from './callback-site';

/** Our worker's limit per receiver. */
const CONNECTIONS = 16;
const BODY = JSON.stringify({
  request_id: 'order-1',
  merchant_id: 'M00000000000000000000000000',
  api_key: `sk_${'0'.repeat(32)}`,
  amount: '10.000000',
  status: 'completed',
  from_address: `0x${'b'.repeat(40)}`,
  trans_id: '0'.repeat(26),
  trans_hash: `0x${'a'.repeat(64)}`,
});

export type Peer = {
  /** Sends `count` calls, recorded like the peer does; returns when they became available. */
  send(count: number, port: number): Promise<number>;
  close(): Promise<void>;
};

const newPost = (dispatcher: Agent) => async (port: number) => {
  const options = { method: 'POST', body: BODY, headers: { 'content-type': 'application/json' }, dispatcher } as const;
  const { statusCode, body } = await request(`http://127.0.0.1:${port}/callback`, options);
  await body.dump();
  if (statusCode !== 200) throw new Error(`the receiver answered ${statusCode}`);
};

/** The baseline: only the calls. */
export function createBarePeer(): Peer {
  const dispatcher = new Agent({ connections: CONNECTIONS });
  const post = newPost(dispatcher);
  return {
    send: async (count, port) => {
      const at = epochNow();
      let sent = 0;
      const one = async () => {
        while (sent < count) {
          sent += 1;
          await post(port);
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, one));
      return at;
    },
    close: () => dispatcher.close(),
  };
}

/** A comparable queue: each job is taken, done and recorded separately. */
export async function createGraphilePeer(url: string): Promise<Peer> {
  const dispatcher = new Agent({ connections: CONNECTIONS });
  const post = newPost(dispatcher);
  let left = 0;
  let onDone: (() => void) | undefined;
  const pgPool = new pg.Pool({ connectionString: url, max: CONNECTIONS + 2 });
  pgPool.on('error', () => undefined); // the queue reports it
  const runner = await run({
    pgPool,
    concurrency: CONNECTIONS,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
    taskList: { post: (payload) => post((payload as { port: number }).port) },
  });
  runner.events.on('job:complete', () => {
    left -= 1;
    if (left === 0) onDone?.();
  });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    send: async (count, port) => {
      left = count;
      const done = new Promise<void>((resolve) => {
        onDone = resolve;
      });
      await client.query(
        `select count(*) from (select graphile_worker.add_job('post', json_build_object('port', $1::integer)) from generate_series(1, $2::integer)) j`,
        [port, count],
      );
      const at = epochNow();
      await done;
      return at;
    },
    close: async () => {
      await runner.stop();
      await pgPool.end();
      await client.end();
      await dispatcher.close();
    },
  };
}
