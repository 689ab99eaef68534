import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../../../apps/sandbox/src/postgres/free-port';
import { type BenchStore, openStores, startServer } from '../invoice-site';
import type { ReceiverAnswer, ReceiverOrder } from './callback-receiver';

/** One clock for all processes of this machine, finer than milliseconds. */
export const epochNow = (): number => performance.timeOrigin + performance.now();

export type Receivers = {
  readonly ports: readonly number[];
  /** Resolves when `count` have arrived, with the ids and times of all of them. */
  expect(count: number, hanging?: readonly number[]): Promise<ReadonlyMap<string, number>>;
  close(): void;
};

export async function startReceivers(count: number): Promise<Receivers> {
  const child = fork(join(import.meta.dirname, 'callback-receiver.ts'), [String(count)], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ ports }] = (await once(child, 'message')) as [ReceiverAnswer & { ports: number[] }];
  return {
    ports,
    expect: async (expected, hanging = []) => {
      const told = once(child, 'message');
      child.send({ expect: expected, hanging } satisfies ReceiverOrder);
      const [{ arrivals }] = (await told) as [ReceiverAnswer & { arrivals: [string, number][] }];
      return new Map(arrivals);
    },
    close: () => void child.kill('SIGKILL'),
  };
}

/** As many callbacks waiting for a later attempt, and as many delivered long ago. */
const historySql = (rows: number) => `
  insert into callback_deliveries (id, invoice_id, store_id, event, url, endpoint, body, attempts, due_at, outcome, created_at, ended_at)
    select 'cbk_0' || kind || lpad(n::text, 12, '0'), 'inv_0' || kind || n, 'str_old_' || n % 1000, 'completed', 'http://h' || n % 1000 || '/',
           'h' || n % 1000, '{}', 1, now() + (case kind when 'w' then 1 else -1 end) * (n % 4000 + 60) * interval '1 minute',
           case kind when 'd' then 'delivered' end, now() - interval '5 days', case kind when 'd' then now() - interval '4 days' end
      from generate_series(1, ${rows}) n, unnest(array['w', 'd']) kind`;

const QUEUE_SQL = `
  insert into callback_deliveries (id, invoice_id, store_id, user_id, event, url, endpoint, body, due_at, created_at)
    select $1 || lpad(n::text, 8, '0'), 'inv_' || $1 || n, $2, $3, 'completed', 'http://127.0.0.1:' || port || '/callback', '127.0.0.1:' || port,
           jsonb_build_object('request_id', 'order-' || n, 'amount', '10.000000', 'status', 'completed', 'from_address', '0x' || repeat('b', 40),
             'trans_id', md5(n::text), 'trans_hash', '0x' || md5($1) || md5(n::text)), due, due
      from generate_series(1, $4::integer) n, lateral (select ($5::integer[])[1 + n % cardinality($5::integer[])] as port) p,
           date_trunc('milliseconds', now()) due -- no finer than the worker's clock, or it would not be due yet
`;

export type CallbackSite = {
  readonly history: number;
  /** Committed and announced, like a change of an invoice. Returns the time and the prefix of their ids. */
  queue(count: number, ports: readonly number[]): Promise<{ readonly at: number; readonly prefix: string }>;
  /** Until every attempt is in the database. */
  recorded(prefix: string): Promise<void>;
  /** Until the worker has taken as many. */
  leased(prefix: string, count: number): Promise<void>;
  /** kill -9 of the worker. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  /** Pauses an idle worker, which would still poll while another is measured. */
  standStill(): void;
  goOn(): void;
  close(): Promise<void>;
};

/** As the trigger does it, which `replica` switches off. */
const ENDPOINTS_SQL = `
  insert into callback_endpoints as e (endpoint, due_at)
  select endpoint, min(due_at) from callback_deliveries where outcome is null and lease_until is null and id >= $1 and id < $2 group by endpoint
  on conflict (endpoint) do update set due_at = excluded.due_at where e.due_at > excluded.due_at`;

let queued = 0;

/** A worker in a separate process, on a database with `history` waiting callbacks and as many delivered ones. */
export async function openCallbackSite(url: string, history: number): Promise<CallbackSite> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set session_replication_role = replica'); // there are no invoices for these callbacks
  if (history > 0) await client.query(historySql(history));
  await client.query(ENDPOINTS_SQL, ['cbk_0', 'cbk_1']);
  await client.query('vacuum analyze callback_deliveries');
  const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-bench-site-'));
  const [store] = (await openStores(url, dataDir, 1)) as [BenchStore];
  const start = async (): Promise<ChildProcess> => startServer(url, { dataDir, port: await findFreePort(), roles: 'worker' });
  let server = await start();
  const crash = async () => {
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };
  return {
    history,
    queue: async (count, ports) => {
      queued += 1;
      const prefix = `cbk_1${queued}_`;
      await client.query(QUEUE_SQL, [prefix, store.storeId, store.userId, count, ports]);
      await client.query(ENDPOINTS_SQL, [prefix, `${prefix}~`]);
      const at = epochNow();
      await client.query(`notify callbacks`);
      return { at, prefix };
    },
    recorded: async (prefix) => {
      const open = 'select from callback_deliveries where outcome is null and id >= $1 and id < $2 limit 1';
      while ((await client.query(open, [prefix, `${prefix}~`])).rowCount !== 0) await sleep(5);
    },
    leased: async (prefix, count) => {
      const taken = 'select from callback_deliveries where lease_until is not null and id >= $1 and id < $2';
      while ((await client.query(taken, [prefix, `${prefix}~`])).rowCount !== count) await sleep(5);
    },
    crash,
    restart: async () => {
      server = await start();
    },
    standStill: () => void server.kill('SIGSTOP'),
    goOn: () => void server.kill('SIGCONT'),
    close: async () => {
      await crash();
      await client.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
