import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminApi, adminDepositsApi, adminInvoiceQuery } from '@stablegate/contract';
import pg from 'pg';
import { type App, createApp } from '../../apps/server/src/app';
import { loadConfig } from '../../apps/server/src/config';
import { createLogger } from '../../apps/server/src/platform/log';
import { ipOf, seedAdmin } from './admin-data';
import type { Bench, BenchContext, BenchRow } from './frame/bench';
import { type BenchCluster, withBenchCluster } from './frame/cluster';
import { logLogSlope, median, percentile } from './frame/statistics';
import { seedInvoices } from './invoice-data';

/**
 * B16 for the back office: each list by each single filter, and each statistic, over growing tables. What is demanded is that the cost
 * does not grow. The floor is one row by its primary key through the same pool; what is looked up costs four to eight times that in
 * three to six statements. Where more than 10,000 rows match, one of them counts to 10,001: eight to fourteen times, at any size.
 */
const SLOPE_MAX = 0.05;
const RATIO_MAX = 10;
/** More than the 10,001 that are counted: below, counting grows with them. */
const LISTED_MIN = 12_000;
const REPEATS = 40;

type Sample = {
  readonly id: string;
  readonly transId: string;
  readonly hash: string;
  readonly day: string;
  readonly rows: number;
  readonly users: number;
};
type Query = (app: App, sample: Sample) => Promise<unknown>;

type Filter = (sample: Sample) => object;
const invoices =
  (filter: Filter): Query =>
  (app, sample) =>
    app.services.admin.listInvoices(adminInvoiceQuery.parse(filter(sample)));
const users =
  (filter: Filter): Query =>
  (app, sample) =>
    app.services.admin.listUsers(adminApi.users.query.parse(filter(sample)));
const stores =
  (filter: Filter): Query =>
  (app, sample) =>
    app.services.admin.listStores(adminApi.stores.query.parse(filter(sample)));
const logs =
  (filter: Filter): Query =>
  (app, sample) =>
    app.services.admin.listTransactionLogs(adminApi.transactionLogs.query.parse(filter(sample)));
const deposits =
  (filter: Filter): Query =>
  (app, sample) =>
    app.services.admin.listDeposits(adminDepositsApi.list.query.parse(filter(sample)));
const all: Filter = () => ({});
const lastUser: Filter = ({ users: count }) => ({ username: `member${count}` });

/** Each finds as many rows whatever the size: a handful, none, or more than can be listed. */
const QUERIES: Readonly<Record<string, Query>> = {
  'invoices, newest': invoices(all),
  'invoices by transId': invoices(({ transId }) => ({ transId })),
  'invoices by a rare name': invoices(({ rows }) => ({ name: String(10_000_000 + Math.floor(rows / 2)) })),
  'invoices by a common name': invoices(() => ({ name: 'order' })),
  'invoices by a text nobody has': invoices(() => ({ description: 'zebra crossing' })),
  'invoices by requestId': invoices(({ rows }) => ({ requestId: `ord_${Math.floor(rows / 2)}` })),
  'invoices by hash': invoices(({ hash }) => ({ transactionHash: hash })),
  'invoices by a sender nobody has': invoices(() => ({ fromAddress: '0xdead' })),
  'invoices by a common receiver': invoices(() => ({ toAddress: `0x${'a'.repeat(40)}` })),
  'invoices by a network without any': invoices(() => ({ network: 'SOLANA' })),
  'invoices by a common status': invoices(() => ({ status: 'SUCCESS' })),
  'invoices by a status without any': invoices(() => ({ status: 'PROCESSING' })),
  'invoices by an amount nobody has': invoices(() => ({ amountMin: '9000' })),
  'invoices by a common amount': invoices(() => ({ amountMin: '10' })),
  'invoices by a fee nobody has': invoices(() => ({ feeMin: '400' })),
  'invoices by a fee only top-ups have': invoices(() => ({ feeMax: '0.000001' })),
  'invoices of a day without any': invoices(() => ({ createdFrom: '2020-01-01', createdTo: '2020-01-01' })),
  'invoices expiring on such a day': invoices(() => ({ expiresFrom: '2020-01-01', expiresTo: '2020-01-01' })),
  'users, newest': users(all),
  'users by name': users(lastUser),
  'users by ip': users(({ users: count }) => ({ ip: ipOf(count) })),
  'users of a day without any': users(() => ({ createTo: '2001-01-01' })),
  'stores by name': stores(({ users: count }) => ({ name: `of member${count}` })),
  'stores by owner': stores(lastUser),
  'log, newest': logs(all),
  'log of a user': logs(lastUser),
  'log by type': logs(() => ({ type: 'deduct' })),
  'log by a reason without any': logs(() => ({ description: 'Adjustment' })),
  'deposits, newest': deposits(all),
  'deposits of a user': deposits(lastUser),
  'deposits by a method without any': deposits(() => ({ method: 'usdt' })),
  'user statistics': (app) => app.services.admin.userStatistics(),
  'deposit statistics': (app) => app.services.admin.depositStatistics(),
  'revenue and fees': (app) => app.services.admin.revenue(),
};

type Site = { readonly rows: number; readonly app: App; readonly sample: Sample; close(): Promise<void> };

async function seed(url: string, rows: number): Promise<Sample> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const users = Math.max(1_000, rows / 50);
    await seedAdmin(client, { users, logLines: rows, deposits: Math.max(LISTED_MIN, rows / 10) });
    await seedInvoices(client, rows);
    const { rows: found } = await client.query<Omit<Sample, 'rows' | 'users'>>(`
      select id, trans_id as "transId", trans_hash as hash, to_char(created_at, 'YYYY-MM-DD') as day from invoices
       where trans_hash is not null order by id desc offset ${Math.floor(rows / 3)} limit 1`);
    if (found[0] === undefined) throw new Error('no invoice to look for');
    return { ...found[0], rows, users };
  } finally {
    await client.end();
  }
}

async function prepare(cluster: BenchCluster, rows: number): Promise<Site> {
  const url = await cluster.createDatabase(`admin_${rows}`);
  const sample = await seed(url, rows);
  const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-bench-app-'));
  const env = { STABLEGATE_MODE: 'sandbox', DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0' };
  const app = await createApp(loadConfig(env), createLogger('silent'));
  await app.services.ledger.check('full'); // folds, as the worker does every ten minutes
  const close = async () => {
    await app.platform.db.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { rows, app, sample, close };
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
      const pk = await time(() => app.platform.db.query.selectFrom('invoices').selectAll().where('id', '=', sample.id).execute());
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
    quick: [LISTED_MIN, 30_000, 100_000, 300_000],
    default: [LISTED_MIN, 50_000, 200_000, 1_000_000],
    full: [LISTED_MIN, 100_000, 1_000_000, 5_000_000],
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
