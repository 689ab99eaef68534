import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminApi, adminDepositsApi, adminInvoiceQuery } from '@stablegate/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { type App, createApp } from '../../apps/server/src/app';
import { loadConfig } from '../../apps/server/src/config';
import { createLogger } from '../../apps/server/src/platform/log';
import { seedAdmin } from './admin-data';
import type { Bench, BenchContext, BenchRow } from './frame/bench';
import { type BenchCluster, withBenchCluster } from './frame/cluster';
import { logLogSlope, median, percentile } from './frame/statistics';
import { seedInvoices } from './invoice-data';

/**
 * B16 for the back office: each list by each single filter, and each statistic, over growing tables. The floor is one row by its
 * primary key through the same connection pool. A page is two statements, rows and total, so ten times the floor is the target.
 */
const SLOPE_MAX = 0.05;
const RATIO_MAX = 10;
const REPEATS = 40;

type Sample = { readonly id: string; readonly transId: string; readonly hash: string; readonly day: string; readonly rows: number };
type Query = (app: App, sample: Sample) => Promise<unknown>;

const invoices =
  (filter: (sample: Sample) => object): Query =>
  (app, sample) =>
    app.services.admin.listInvoices(adminInvoiceQuery.parse(filter(sample)));
const users =
  (filter: object): Query =>
  (app) =>
    app.services.admin.listUsers(adminApi.users.query.parse(filter));
const stores =
  (filter: object): Query =>
  (app) =>
    app.services.admin.listStores(adminApi.stores.query.parse(filter));
const logs =
  (filter: object): Query =>
  (app) =>
    app.services.admin.listTransactionLogs(adminApi.transactionLogs.query.parse(filter));
const deposits =
  (filter: object): Query =>
  (app) =>
    app.services.admin.listDeposits(adminDepositsApi.list.query.parse(filter));

/** Each finds about the same number of rows whatever the size, or more than can be listed. */
const QUERIES: Readonly<Record<string, Query>> = {
  'invoices, newest': invoices(() => ({})),
  'invoices by transId': invoices(({ transId }) => ({ transId })),
  'invoices by name': invoices(({ rows }) => ({ name: String(10_000_000 + Math.floor(rows / 2)) })),
  'invoices by requestId': invoices(({ rows }) => ({ requestId: `ord_${Math.floor(rows / 2)}` })),
  'invoices by hash': invoices(({ hash }) => ({ transactionHash: hash })),
  'invoices by sender nobody has': invoices(() => ({ fromAddress: '0xdead' })),
  'invoices by network without any': invoices(() => ({ network: 'SOLANA' })),
  'invoices by status without any': invoices(() => ({ status: 'PROCESSING' })),
  'invoices by amount': invoices(() => ({ amountMin: '1234.1', amountMax: '1234.1' })),
  'invoices by fee nobody has': invoices(() => ({ feeMin: '400' })),
  'invoices of a day': invoices(({ day }) => ({ createdFrom: day, createdTo: day })),
  'invoices expiring on a day': invoices(({ day }) => ({ expiresFrom: day, expiresTo: day })),
  'users, newest': users({}),
  'users by name': users({ username: 'member777' }),
  'users by ip': users({ ip: '210.1.' }),
  admins: users({ role: 'ADMIN' }),
  'stores by name': stores({ name: 'member7770' }),
  'stores by owner': stores({ username: 'member7770' }),
  'log, newest': logs({}),
  'log of a user': logs({ username: 'member77' }),
  'log by type without any': logs({ type: 'deduct', description: 'Adjustment' }),
  'deposits, newest': deposits({}),
  'deposits of a user': deposits({ username: 'member77' }),
  'user statistics': (app) => app.services.admin.userStatistics(),
  'deposit statistics': (app) => app.services.admin.depositStatistics(),
  'revenue and fees': (app) => app.services.admin.revenue(),
};

type Site = { readonly rows: number; readonly app: App; readonly sample: Sample; close(): Promise<void> };

async function prepare(cluster: BenchCluster, rows: number): Promise<Site> {
  const url = await cluster.createDatabase(`admin_${rows}`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await seedAdmin(client, { users: Math.max(1_000, rows / 50), logLines: rows, deposits: rows / 10 });
  await seedInvoices(client, rows);
  const { rows: found } = await client.query<{ id: string; transId: string; hash: string; day: string }>(`
    select id, trans_id as "transId", trans_hash as hash, to_char(created_at, 'YYYY-MM-DD') as day from invoices
     where trans_hash is not null order by id desc offset ${Math.floor(rows / 3)} limit 1`);
  await client.end();
  const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-bench-app-'));
  const env = { STABLEGATE_MODE: 'sandbox', DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0' };
  const app = await createApp(loadConfig(env), createLogger('silent'));
  await app.services.ledger.check('full'); // folds, as the worker does every ten minutes
  const [sample] = found;
  if (sample === undefined) throw new Error('no invoice to look for');
  const close = async () => {
    await app.platform.db.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { rows, app, sample: { ...sample, rows }, close };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** All sizes take turns, and the floor with them. */
async function measure(sites: readonly Site[], query: Query) {
  const ours = sites.map((): number[] => []);
  const floor: number[] = [];
  for (let round = 0; round < REPEATS + 3; round += 1) {
    for (const [index, { app, sample }] of sites.entries()) {
      const ms = await time(() => query(app, sample));
      const pk = await time(() => sql`select * from invoices where id = ${sample.id}`.execute(app.platform.db.query));
      if (round < 3) continue; // caches and plans warm up
      ours[index]?.push(ms);
      floor.push(pk);
    }
  }
  return { ours, floor };
}

function rowOf(name: string, sites: readonly Site[], { ours, floor }: Awaited<ReturnType<typeof measure>>): BenchRow {
  const points = sites.map(({ rows }, index) => ({ size: rows, cost: median(ours[index] ?? []) }));
  const largest = ours.at(-1) ?? [];
  const ratio = median(largest) / median(floor);
  return {
    id: 'B16',
    name: `back office: ${name}`,
    unit: 'ms',
    ours: median(largest),
    other: median(floor),
    otherName: 'a row by its primary key',
    ratio,
    target: `at most ${RATIO_MAX}`,
    passes: ratio <= RATIO_MAX,
    growth: { slope: logLogSlope(points), sizes: points.map(({ size }) => size), allowed: SLOPE_MAX },
    spread: { ours: [Math.min(...largest), percentile(largest, 0.99)], other: [Math.min(...floor), percentile(floor, 0.99)] },
  };
}

async function run(context: BenchContext): Promise<readonly BenchRow[]> {
  const sizes = context.pick({
    quick: [10_000, 100_000],
    default: [10_000, 50_000, 200_000, 1_000_000],
    full: [10_000, 100_000, 1_000_000, 5_000_000],
  });
  return withBenchCluster(async (cluster) => {
    const sites: Site[] = [];
    for (const rows of sizes) {
      context.say(`${rows} invoices and log lines`);
      sites.push(await prepare(cluster, rows));
    }
    const results: BenchRow[] = [];
    for (const [name, query] of Object.entries(QUERIES)) results.push(rowOf(name, sites, await measure(sites, query)));
    for (const site of sites) await site.close();
    return results;
  });
}

export const bench: Bench = { ids: ['B16'], run };
