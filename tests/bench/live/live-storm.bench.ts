import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../../../apps/sandbox/src/postgres/free-port';
import { bareShop } from '../../../apps/server/test/bare-shop';
import { type ServerProcess, startServerProcess } from '../../../apps/server/test/processes/server-process';
import type { Bench, BenchContext } from '../frame/bench';
import { withBenchCluster } from '../frame/cluster';
import type { StormOrder, StormState } from './live-storm-clients';

/** B15: the server is killed under its sockets and restarted. All pages must reconnect, learn what they missed, and see no 5xx. */
const BACK_SECONDS_MAX = 30;
const CHANGED_SHARE = 100; // every hundredth invoice changes while no one is connected
const GIVE_UP_MS = 120_000;

const invoices = (count: number) => [
  ...bareShop('storm_u', 'str_storm', 'Storm'),
  `insert into invoices (id, trans_id, store_id, user_id, input_hash, name, amount, fee, fee_charged, payable, paid, status, networks, addresses,
       created_at, expires_at, monitor_until, version)
     select 'inv_' || n, 'storm' || n, 'str_storm', 'storm_u', ''::bytea, 'Tea', 10000000, 50000, false, 10050000, 0, 'WAITING', array['ERC20'],
            array['0x' || lpad(to_hex(n), 40, 'b')], now(), now() + interval '1 hour', now() + interval '25 hours', 1
       from generate_series(0, ${count - 1}) n`,
  'analyze',
];

/** The baseline: as many plain connections to a plain server, at full speed. */
async function acceptFloor(count: number): Promise<number> {
  const taken: Socket[] = [];
  const server = createServer((socket) => void taken.push(socket)).listen(0, '127.0.0.1', 20_000);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const began = Date.now();
  const sockets = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    }),
  );
  const seconds = (Date.now() - began) / 1000;
  for (const socket of [...sockets, ...taken]) socket.destroy();
  server.close();
  return seconds;
}

async function stateOf(clients: ChildProcess): Promise<StormState> {
  const answer = once(clients, 'message');
  clients.send('state');
  return (await answer)[0] as StormState;
}

async function waitFor(clients: ChildProcess, isThere: (state: StormState) => boolean): Promise<{ state: StormState; seconds: number }> {
  const began = Date.now();
  for (;;) {
    const state = await stateOf(clients);
    if (isThere(state)) return { state, seconds: (Date.now() - began) / 1000 };
    if (Date.now() - began > GIVE_UP_MS) throw new Error(`after ${GIVE_UP_MS} ms: ${JSON.stringify(state)}`);
    await sleep(100);
  }
}

async function storm(context: BenchContext, url: string, count: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-storm-'));
  const port = await findFreePort();
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, PORT: String(port), ERC20_RPC_URLS: 'http://127.0.0.1:9' };
  const startServer = () => startServerProcess(env, 'main-api');
  const clients = fork(join(import.meta.dirname, 'live-storm-clients.ts'), [], { execArgv: ['--import', 'tsx'] });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let server: ServerProcess | undefined;
  try {
    server = await startServer();
    for (const statement of invoices(count)) await client.query(statement);
    clients.send({ port, count } satisfies StormOrder);
    await waitFor(clients, ({ listening }) => listening === count);
    context.say(`${count} pages listen`);
    await server.kill();
    await client.query(
      `update invoices set version = 2, status = 'EXPIRED' where id like 'inv_%' and substr(id, 5)::int % ${CHANGED_SHARE} = 0`,
    );
    server = await startServer();
    const changed = Math.ceil(count / CHANGED_SHARE);
    return await waitFor(clients, ({ listening, newest }) => listening === count && newest === changed);
  } finally {
    clients.kill();
    await server?.kill();
    await client.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const bench: Bench = {
  ids: ['B15'],
  run: (context) =>
    withBenchCluster(async (cluster) => {
      const count = context.pick({ quick: 2_000, default: 10_000, full: 15_000 });
      const floor = await acceptFloor(Math.min(count, 8_000)); // both ends are in this process: twice the files
      const { state, seconds } = await storm(context, await cluster.createDatabase('storm'), count);
      context.say(`all back after ${seconds.toFixed(1)} s, ${state.newest} told what they missed, ${state.errors5xx} answers of 5xx`);
      return [
        {
          id: 'B15',
          name: `${count} pages back after a kill, state and all; no 5xx`,
          unit: 's',
          ours: seconds,
          other: floor,
          otherName: 'bare TCP accepts, at once',
          ratio: seconds / floor,
          target: `at most ${BACK_SECONDS_MAX} s, 5 to 10 of them the pages' own pause`,
          passes: seconds <= BACK_SECONDS_MAX && state.errors5xx === 0,
        },
      ];
    }),
};
