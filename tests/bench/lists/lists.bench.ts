import type { Bench, BenchContext, BenchRow } from '../frame/bench';
import { withBenchCluster } from '../frame/cluster';
import { logLogSlope, median, percentile } from '../frame/statistics';
import { ADMIN_CALLS } from './admin-lists';
import { type ListCall, type ListSite, openListSite, prepareListSite } from './list-sites';
import { MERCHANT_CALLS } from './merchant-lists';

/**
 * B16: each list by each single filter, page and total together, and each statistic, over HTTP and growing tables; for a merchant with a
 * fifth of all invoices, and for the back office. The baseline is one row by its primary key, asked of the database itself.
 */
const SLOPE_MAX = 0.05;
const RATIO_MAX = 10;
const REPEATS = 100;
const WARM_UP = 3;

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

type Figures = { readonly ours: readonly (readonly number[])[]; readonly floor: readonly number[] };

/** All sizes take turns, together with the baseline. */
async function measure(sites: readonly ListSite[], call: ListCall): Promise<Figures> {
  const ours = sites.map((): number[] => []);
  const floor: number[] = [];
  for (let round = 0; round < REPEATS + WARM_UP; round += 1) {
    for (const [index, site] of sites.entries()) {
      const ms = await time(() => site.call(call));
      const pk = await time(() => site.readRow());
      if (round < WARM_UP) continue; // caches and plans warm up
      ours[index]?.push(ms);
      floor.push(pk);
    }
  }
  return { ours, floor };
}

function rowOf(name: string, sites: readonly ListSite[], { ours, floor }: Figures): BenchRow {
  const points = sites.map(({ rows }, index) => ({ size: rows, cost: median(ours[index] ?? []) }));
  const largest = ours.at(-1) ?? [];
  const ratio = median(largest) / median(floor);
  const p99 = percentile(largest, 0.99);
  return {
    id: 'B16',
    name: `${name}; p99 ${p99.toFixed(1)} ms, of the row ${percentile(floor, 0.99).toFixed(1)}`,
    unit: 'ms',
    ours: median(largest),
    other: median(floor),
    otherName: 'a row by its primary key',
    ratio,
    target: `at most ${RATIO_MAX}`,
    passes: ratio <= RATIO_MAX,
    growth: { slope: logLogSlope(points), sizes: points.map(({ size }) => size), allowed: SLOPE_MAX },
    spread: { ours: [Math.min(...largest), p99], other: [Math.min(...floor), percentile(floor, 0.99)] },
  };
}

async function measureLists(sites: readonly ListSite[]): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [whose, calls] of [['merchant', MERCHANT_CALLS] as const, ['back office', ADMIN_CALLS] as const]) {
    for (const [name, call] of Object.entries(calls)) rows.push(rowOf(`${whose}: ${name}`, sites, await measure(sites, call)));
  }
  return rows;
}

/** From where a fifth is more than the 10,001 that are counted: below, counting grows with them. */
const SIZES = {
  quick: [60_000, 100_000, 150_000, 200_000],
  default: [60_000, 150_000, 400_000, 1_000_000],
  full: [60_000, 300_000, 1_000_000, 10_000_000],
};

async function measureAndClose(sites: readonly ListSite[]): Promise<BenchRow[]> {
  try {
    return await measureLists(sites);
  } finally {
    for (const site of sites) await site.close();
  }
}

function databaseOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Ten million rows take three quarters of an hour to create: with BENCH_LISTS_URL, an existing server is measured (databases lists_<rows>). */
async function run(context: BenchContext): Promise<readonly BenchRow[]> {
  const sizes = context.pick(SIZES);
  const kept = process.env.BENCH_LISTS_URL;
  const sites: ListSite[] = [];
  if (kept !== undefined) {
    for (const rows of sizes) sites.push(await openListSite(databaseOf(kept, `lists_${rows}`), rows));
    return measureAndClose(sites);
  }
  return withBenchCluster(async (cluster) => {
    for (const rows of sizes) sites.push(await prepareListSite(cluster, rows, context));
    return measureAndClose(sites);
  });
}

export const bench: Bench = { ids: ['B16'], run };
