import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort } from '../../apps/sandbox/src/postgres/free-port';
import { createApp } from '../../apps/server/src/app';
import { loadConfig } from '../../apps/server/src/config';
import { asStoreId, asUserId } from '../../apps/server/src/platform/id-types';
import { firstIdAt } from '../../apps/server/src/platform/ids';
import { createLogger } from '../../apps/server/src/platform/log';
import { bundleEntry } from '../../apps/server/test/processes/command';

/** Calling stores, each of a separate merchant: they share only what all merchants share. */
const STORES = 50;
const BALANCE_MICROS = 1_000_000_000_000_000n; // enough for every fee of a long run
/** Nodes that are never called. */
export const NETWORKS = {
  BEP20_RPC_URLS: 'http://127.0.0.1:9',
  TRON_RPC_URLS: 'http://127.0.0.1:9',
  POLYGON_RPC_URLS: 'http://127.0.0.1:9',
};

export type BenchStore = { readonly storeId: string; readonly userId: string; readonly apiKey: string; readonly address: string };
export type InvoiceSite = {
  readonly open: number;
  readonly url: string;
  readonly port: number;
  readonly stores: readonly BenchStore[];
  close(): Promise<void>;
};

const evm = (n: number): string => `0x${n.toString(16).padStart(40, 'c')}`;

type Seeded = {
  readonly userId?: string;
  /** The number of the first. */
  readonly first?: number;
};

/** Open invoices of another merchant: rows, reservations and texts, as a creation leaves them. */
export async function seedOpen(client: pg.Client, open: number, { userId = 'bench_open', first = 1 }: Seeded = {}): Promise<void> {
  const id = `'${firstIdAt('invoice', new Date())}' || lpad(n::text, 16, '0')`;
  await client.query(`
    insert into users (id, username, username_key, email, email_key, password_hash, created_at)
      values ('${userId}', '${userId}', '${userId}', '${userId}@bench.example', '${userId}@bench.example', '', '2020-01-01')`);
  await client.query(`
    insert into stores (id, user_id, name, merchant_id, invoice_expiry_minutes, callback_secret_sealed, created_at)
      select 'str_open_' || n, '${userId}', 'Open ' || n, 'm_open_' || n, 15, ''::bytea, '2020-01-01' from generate_series(0, 999) n`);
  await client.query('set session_replication_role = replica');
  await client.query(`
    insert into invoices (id, trans_id, store_id, user_id, request_id, input_hash, name, amount, fee, fee_charged, payable, networks, addresses,
        created_at, expires_at, monitor_until)
      select ${id}, substr(md5('t' || n), 1, 26), 'str_open_' || n % 1000, '${userId}',
             'ord_' || n, ''::bytea, 'Order #' || n, 10000000, 50000, false, 10050000 + n / 1000 * 100, array['BEP20'], array['0x'],
             now(), now() + interval '1 day', now() + interval '2 days'
        from generate_series(${first}, ${first + open - 1}) n`);
  await client.query(`
    insert into amount_reservations (family, address_key, payable, invoice_id)
      select 'evm', '0xopen' || n % 1000, 10050000 + n / 1000 * 100, ${id}
        from generate_series(${first}, ${first + open - 1}) n`);
  await client.query(`
    insert into invoice_texts (id, user_id, trans_start, name) select id, user_id, left(trans_id, 2), lower(name) from invoices`);
  await client.query('set session_replication_role = origin');
  await client.query('vacuum analyze');
}

const firstNumbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
export const benchUserId = (n: number): string => `bench_store_${n}`;

/** So many, or exactly these numbers. */
export async function openStores(url: string, dataDir: string, which: number | readonly number[] = STORES): Promise<BenchStore[]> {
  const env = { STABLEGATE_MODE: 'sandbox', DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0', ...NETWORKS };
  const app = await createApp(loadConfig(env), createLogger('silent'));
  const { db } = app.platform;
  const stores: BenchStore[] = [];
  for (const n of typeof which === 'number' ? firstNumbers(which) : which) {
    const userId = asUserId(benchUserId(n));
    const mail = `${userId}@bench.example`;
    const user = { id: userId, username: userId, username_key: userId, email: mail, email_key: mail, password_hash: '' };
    await db.query
      .insertInto('users')
      .values({ ...user, created_at: new Date('2020-01-01') })
      .execute();
    const { id, apiKey } = await app.services.stores.create(userId, { name: 'Bench' });
    const storeId = asStoreId(id);
    const address = evm(n + 1);
    await app.services.stores.addWallet({ userId, ip: '127.0.0.1', device: 'Bench' }, { storeId, network: 'BEP20', address });
    const movement = { userId, amountMicros: BALANCE_MICROS, reference: 'bench', idempotencyKey: `bench:${userId}` };
    await db.transaction((tx) => app.services.ledger.adjust(tx, movement));
    stores.push({ storeId, userId, apiKey, address });
  }
  await db.close();
  return stores;
}

type ServerPlace = { readonly dataDir: string; readonly port: number; readonly roles: string };
export async function startServer(url: string, { dataDir, port, roles }: ServerPlace): Promise<ChildProcess> {
  const env = { STABLEGATE_MODE: 'sandbox', DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: String(port), ROLES: roles };
  const child = spawn(process.execPath, [await bundleEntry('main-all')], {
    env: { PATH: process.env.PATH, RATE_LIMIT_SCALE: '1000000', ...env, ...NETWORKS },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  return child;
}

/** A database with `open` invoices, and the real server on it in a separate process. */
export async function openSite(url: string, open: number): Promise<InvoiceSite> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await seedOpen(client, open);
  await client.end();
  const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-bench-site-'));
  const stores = await openStores(url, dataDir);
  const port = await findFreePort();
  const server = await startServer(url, { dataDir, port, roles: 'api' });
  const close = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGKILL');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { open, url, port, stores, close };
}
