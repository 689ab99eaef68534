import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type App, createApp } from '../../../apps/server/src/app';
import { loadConfig } from '../../../apps/server/src/config';
import { createLogger } from '../../../apps/server/src/platform/log';
import { bareShop } from '../../../apps/server/test/bare-shop';
import type { Bench, BenchContext, BenchRow } from '../frame/bench';
import { type BenchCluster, withBenchCluster } from '../frame/cluster';
import { logLogSlope, median, percentile, spreadOf } from '../frame/statistics';
import { type BenchNode, withBenchNode } from './chain-node';

/**
 * B8: from a mined block to the invoice's committed state, the whole application watching, with a growing number of open invoices. The
 * baseline is the poll interval, which a payment may just have missed.
 */
const POLL_MS = 250;
const EXTRA_MS_MAX = 150;
const SLOPE_MAX = 0.1;
const PAYABLE = 10_050_000;

const openInvoices = (count: number) => [
  'set statement_timeout = 0',
  ...bareShop('bench_u', 'str_bench', 'Bench'),
  `create temp table k as select n, '0xb' || lpad(to_hex(n), 39, '0') as key from generate_series(1, ${count}) n`,
  `insert into invoices (id, trans_id, store_id, user_id, input_hash, name, amount, fee, fee_charged, payable, paid, status, networks, addresses,
       created_at, expires_at, monitor_until)
     select 'inv_' || n, 'bench' || n, 'str_bench', 'bench_u', ''::bytea, 'Tea', 10000000, 50000, false, ${PAYABLE}, 0, 'WAITING', array['ERC20'],
            array[key], now() - interval '1 minute', now() + interval '1 hour', now() + interval '25 hours' from k`,
  `insert into address_owners (family, address_key, user_id) select 'evm', key, 'bench_u' from k`,
  `insert into watched_addresses (family, address_key, reason, ref) select 'evm', key, 'invoice', 'evm:' || key from k`,
  `insert into amount_reservations (family, address_key, payable, invoice_id) select 'evm', key, ${PAYABLE}, 'inv_' || n from k`,
  'analyze',
  'reset statement_timeout',
];

type Site = { readonly open: number; readonly app: App; next: number; close(): Promise<void> };

async function prepare(node: BenchNode, cluster: BenchCluster, open: number): Promise<Site> {
  const url = await cluster.createDatabase(`open_${open}`);
  const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-bench-app-'));
  const config = loadConfig({ STABLEGATE_MODE: 'sandbox', DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0' });
  // Polled as in production: nobody tells this application of the sandbox's blocks.
  const networks = [node.settings('ERC20', { startBlock: (await node.head()) + 1, pollMs: POLL_MS, isAnnounced: false })];
  const app = await createApp(config, createLogger('silent'), { networks });
  await app.platform.db.query.connection().execute(async (connection) => {
    for (const statement of openInvoices(open)) await sql.raw(statement).execute(connection);
  });
  await app.start([]);
  return {
    open,
    app,
    next: 1,
    close: async () => {
      await app.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Milliseconds from the confirmation that it is mined to the first read by another connection that finds the invoice changed. */
async function detect(node: BenchNode, site: Site): Promise<number> {
  const n = site.next;
  site.next += 1;
  const to = `0xb${n.toString(16).padStart(39, '0')}`;
  await node.call('sandbox_transfer', { network: 'ERC20', to, amountRaw: String(PAYABLE) });
  const mined = performance.now();
  for (;;) {
    const { rows } = await sql<{ status: string }>`select status from invoices where id = ${`inv_${n}`}`.execute(
      site.app.platform.db.query,
    );
    if (rows[0]?.status !== 'WAITING') return performance.now() - mined;
    if (performance.now() - mined > 30_000) throw new Error('a payment was not found within 30 s');
    await sleep(2);
  }
}

async function run(node: BenchNode, cluster: BenchCluster, context: BenchContext): Promise<readonly BenchRow[]> {
  const payments = context.pick({ quick: 25, default: 90, full: 90 });
  const sizes = [100, 1_000, 10_000, 100_000];
  const latencies = new Map<number, number[]>();
  for (const open of sizes) {
    const site = await prepare(node, cluster, open);
    site.app.services.chains.startWatching();
    await detect(node, site); // the first poll loads the index
    const found: number[] = [];
    for (let done = 0; done < payments; done += 1) {
      await sleep(Math.random() * POLL_MS); // at a random time between two polls
      found.push(await detect(node, site));
    }
    latencies.set(open, found);
    await site.close();
  }
  const of = (open: number): number[] => latencies.get(open) ?? [];
  const largest = of(100_000);
  const points = sizes.map((size) => ({ size, cost: median(of(size)) }));
  return [
    {
      id: 'B8',
      name: 'mined block to committed invoice, p99, 100,000 open invoices; growth of the median',
      unit: 'ms',
      ours: percentile(largest, 0.99),
      other: POLL_MS,
      otherName: 'time between two looks',
      ratio: percentile(largest, 0.99) / POLL_MS,
      target: `at most ${POLL_MS} + ${EXTRA_MS_MAX} ms`,
      passes: percentile(largest, 0.99) <= POLL_MS + EXTRA_MS_MAX,
      growth: { slope: logLogSlope(points), sizes, allowed: SLOPE_MAX },
      spread: { ours: spreadOf(largest), other: [POLL_MS, POLL_MS] },
    },
  ];
}

export const bench: Bench = {
  ids: ['B8'],
  run: (context) => withBenchNode((node) => withBenchCluster((cluster) => run(node, cluster, context))),
};
