import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startCluster } from '../../../apps/sandbox/src/postgres/cluster';
import { type App, createApp } from '../../../apps/server/src/app';
import { loadConfig } from '../../../apps/server/src/config';
import { createLogger } from '../../../apps/server/src/platform/log';
import type { TestApp } from '../../../apps/server/test/app';
import { arriveTogether, finalise } from '../../../apps/server/test/arrivals';
import { type BenchStore, NETWORKS, openStores } from '../invoice-site';

const STORES = 20;
/** Of ten invoices seven are paid; the others are cancelled, which leaves what an expired one leaves. */
const PAID_OF_TEN = 7;
const IN_FLIGHT = 10;
const WAIT_MS = 300_000;

type Made = { readonly store: number; readonly transId: string; readonly micros: bigint };
type Size = { readonly table: string; readonly rows: number; readonly heap: number; readonly indexes: number; readonly total: number };

/** By table with its partitions, without the texts that every start installs; heap with what was moved out of line. */
const SIZES = `
  select coalesce(i.inhparent, c.oid)::regclass::text as table, sum(greatest(c.reltuples, 0))::float8 as rows,
         sum(pg_table_size(c.oid))::float8 as heap, sum(pg_indexes_size(c.oid))::float8 as indexes, sum(pg_total_relation_size(c.oid))::float8 as total
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('translations', 'shipped_texts')
   group by 1 order by 5 desc`;
/** A table with fewer rows grows with merchants, days or languages. */
const ROWS_PER_INVOICE_MIN = 0.3;

/** As a shop orders: its own number, a callback and a page to return to. */
const orderOf = (n: number, receiver: string) => ({
  name: `Order #${100_000 + n}`,
  description: `${(n % 4) + 1} × green tea 250 g, delivery to Lê Lợi 12`,
  amount: `${(n % 190) + 10}.${String(n % 100).padStart(2, '0')}`,
  request_id: `order-2026-${String(n).padStart(8, '0')}`,
  callback_url: `${receiver}/stablegate/callback`,
  success_url: 'https://shop.example/orders/thanks',
});

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
}

/** Through the API, in rounds: amounts of one address must differ while they are open. */
async function playRound(app: App, stores: readonly BenchStore[], numbers: readonly number[], receiver: string): Promise<void> {
  const made: Made[] = [];
  const call = (store: number, url: string, payload: object = {}) =>
    app.server.inject({ method: 'POST', url: `/api/v1${url}`, headers: { 'x-api-key': stores[store]?.apiKey ?? '' }, payload });
  await inTurns(numbers, async (n) => {
    const store = n % stores.length;
    const answer = await call(store, '/payment/invoice', orderOf(n, receiver));
    if (answer.statusCode !== 201) throw new Error(answer.body);
    const { trans_id: transId, payable } = answer.json().data as { trans_id: string; payable: string };
    if (n % 10 < PAID_OF_TEN) made.push({ store, transId, micros: BigInt(payable.replace('.', '')) });
    else await call(store, `/payment/invoice/${transId}/cancel`);
  });
  const transfers = await arriveTogether(
    app as TestApp,
    made.map(({ store, micros }) => ({ to: stores[store]?.address ?? '', micros })),
  );
  await finalise(app as TestApp, transfers);
}

async function waitForCallbacks(client: pg.Client): Promise<void> {
  for (const until = Date.now() + WAIT_MS; Date.now() < until; await sleep(500)) {
    const { rows } = await client.query('select 1 from callback_deliveries where outcome is null limit 1');
    const { rows: tasks } = await client.query('select 1 from event_tasks where not dead limit 1');
    if (rows.length + tasks.length === 0) return;
  }
  throw new Error('callbacks were not delivered in time');
}

const gigabytes = (bytes: number): string => {
  const amount = bytes / 1e9;
  return amount >= 1_000 ? `${(amount / 1_000).toFixed(1)} TB` : `${Math.round(amount)} GB`;
};

function print(sizes: readonly Size[], invoices: number, say: (line: string) => void): void {
  const each = (bytes: number) => Math.round(bytes / invoices);
  const sum = (of: keyof Omit<Size, 'table'>) => sizes.reduce((total, size) => total + size[of], 0);
  say('| table | rows per invoice | bytes: rows | bytes: indexes | bytes |\n| --- | --- | --- | --- | --- |');
  for (const { table, rows, heap, indexes, total } of sizes)
    say(`| ${table} | ${(rows / invoices).toFixed(2)} | ${each(heap)} | ${each(indexes)} | ${each(total)} |`);
  say(`| **together** | | ${each(sum('heap'))} | ${each(sum('indexes'))} | **${each(sum('total'))}** |\n`);
  for (const count of [1e7, 1e8, 1e9])
    say(
      `${count.toLocaleString('en')} invoices: ${gigabytes((sum('total') / invoices) * count)}, of it indexes ${gigabytes((sum('indexes') / invoices) * count)}`,
    );
}

async function play(url: string, dataDir: string, invoices: number, receiver: string): Promise<void> {
  const stores = await openStores(url, dataDir, STORES);
  const env = { STABLEGATE_MODE: 'sandbox', DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'error', HEALTH_PORT: '0', ...NETWORKS };
  const app = await createApp(loadConfig(env), createLogger('error'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await app.start(['worker']);
    const all = Array.from({ length: invoices }, (_, n) => n);
    while (all.length > 0) await playRound(app, stores, all.splice(0, STORES * 10), receiver);
    await waitForCallbacks(client);
  } finally {
    await client.end();
    await app.stop();
  }
}

/** `npm run bench -- bytes [--invoices=10000]`: what docs/deploy/growth.md says of the size of the database. */
export async function measureBytes(invoices: number, say: (line: string) => void): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'stablegate-bytes-'));
  const cluster = await startCluster({ dir, volatile: true });
  const server = createServer((request, response) => void request.resume().on('end', () => response.end('{"status":"ok"}')));
  try {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = cluster.url('postgres');
    await play(url, join(dir, 'data'), invoices, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('vacuum analyze');
    const { rows } = await client.query<Size>(SIZES);
    await client.end();
    print(
      rows.filter((size) => size.rows / invoices >= ROWS_PER_INVOICE_MIN),
      invoices,
      say,
    );
  } finally {
    server.close();
    await cluster.destroy();
    rmSync(dir, { recursive: true, force: true });
  }
}
