import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invoiceListQuery } from '@stablegate/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { type App, createApp } from '../../apps/server/src/app';
import { loadConfig } from '../../apps/server/src/config';
import { createLogger } from '../../apps/server/src/platform/log';
import type { Bench, BenchContext, BenchRow } from './frame/bench';
import { type BenchCluster, withBenchCluster } from './frame/cluster';
import { logLogSlope, median, percentile } from './frame/statistics';
import { BIG_USER, seedInvoices } from './invoice-data';

/**
 * B16 for a merchant who has a fifth of all invoices: the list by each single filter, page and total together, over growing tables.
 * The floor is one row by its primary key through the same pool.
 */
const SLOPE_MAX = 0.05;
const RATIO_MAX = 10;
const P99_MS_MAX = 5;
const REPEATS = 40;

type Sample = { readonly id: string; readonly transId: string; readonly day: string; readonly name: string };
type Filter = (sample: Sample) => object;

/** What every page costs, and what has to be looked for. Searches that match more than can be listed count up to the cap. */
const FILTERS: Readonly<Record<string, Filter>> = {
  'newest 50': () => ({ size: 50 }),
  'status few have': () => ({ status: 'FAILED' }),
  'status none has': () => ({ status: 'PROCESSING' }),
  'store by name': () => ({ storeName: 'tea house' }),
  'transaction id': ({ transId }) => ({ transId }),
  'start of a transaction id': ({ transId }) => ({ transId: transId.slice(0, 4) }),
  'one day': ({ day }) => ({ createdFrom: day, createdTo: day }),
  'amounts all have': () => ({ amountMin: '0', amountMax: '10000' }),
  'amounts few have': () => ({ amountMin: '1234.1', amountMax: '1234.1' }),
  'name of one': ({ name }) => ({ name: name.slice(-6) }),
  'name nobody has': () => ({ name: 'zebra' }),
  'description of one in a thousand': () => ({ description: 'spare burr' }),
};

type Site = { readonly rows: number; readonly app: App; readonly sample: Sample; close(): Promise<void> };

async function prepare(cluster: BenchCluster, rows: number, context: BenchContext): Promise<Site> {
  const url = await cluster.createDatabase(`lists_${rows}`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await seedInvoices(client, rows);
  const { rows: found } = await client.query<Sample>(
    `select id, trans_id as "transId", to_char(created_at, 'YYYY-MM-DD') as day, name from invoices
      where user_id = $1 order by id desc offset $2 limit 1`,
    [BIG_USER, Math.floor(rows / 15)],
  );
  await client.end();
  context.say(`${rows} invoices are there`);
  const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-bench-app-'));
  const env = { STABLEGATE_MODE: 'sandbox', DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0' };
  const app = await createApp(loadConfig(env), createLogger('silent'));
  const [sample] = found;
  if (sample === undefined) throw new Error('no invoice to look for');
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
async function measure(sites: readonly Site[], filter: Filter) {
  const ours = sites.map((): number[] => []);
  const floor: number[] = [];
  for (let round = 0; round < REPEATS + 3; round += 1) {
    for (const [index, { app, sample }] of sites.entries()) {
      const query = invoiceListQuery.parse(filter(sample));
      const ms = await time(() => app.services.invoices.list(BIG_USER, query));
      const pk = await time(() => sql`select * from invoices where id = ${sample.id}`.execute(app.platform.db.query));
      if (round < 3) continue; // caches and plans warm up
      ours[index]?.push(ms);
      floor.push(pk);
    }
  }
  return { ours, floor };
}

function rowOf(name: string, sites: readonly Site[], { ours, floor }: Awaited<ReturnType<typeof measure>>): BenchRow {
  const largest = ours.at(-1) ?? [];
  const ratio = median(largest) / median(floor);
  const p99 = percentile(largest, 0.99);
  const sizes = sites.map(({ rows }) => rows);
  const slope = logLogSlope(sizes.map((size, index) => ({ size, cost: median(ours[index] ?? []) })));
  return {
    id: 'B16',
    name: `invoices by ${name}, ${sizes.at(-1)} rows, a fifth of them the merchant's; p99 ${p99.toFixed(1)} ms`,
    unit: 'ms',
    ours: median(largest),
    other: median(floor),
    otherName: 'one row by primary key',
    ratio,
    target: `at most ${RATIO_MAX}, or ${P99_MS_MAX} ms at p99`,
    passes: ratio <= RATIO_MAX || p99 <= P99_MS_MAX,
    growth: { slope, sizes, allowed: SLOPE_MAX },
  };
}

export const bench: Bench = {
  ids: ['B16'],
  run: (context) =>
    withBenchCluster(async (cluster) => {
      // From where the merchant has more than the 10,001 that are counted: below, counting grows with them.
      const sizes = context.pick({
        quick: [60_000, 100_000, 150_000, 200_000],
        default: [60_000, 150_000, 400_000, 1_000_000],
        full: [60_000, 300_000, 1_000_000, 5_000_000],
      });
      const sites: Site[] = [];
      for (const rows of sizes) sites.push(await prepare(cluster, rows, context));
      const rows: BenchRow[] = [];
      for (const [name, filter] of Object.entries(FILTERS)) rows.push(rowOf(name, sites, await measure(sites, filter)));
      for (const site of sites) await site.close();
      return rows;
    }),
};
