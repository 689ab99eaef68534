import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createApp } from '../../apps/server/src/app';
import { loadConfig } from '../../apps/server/src/config';
import { createLogger } from '../../apps/server/src/platform/log';
import type { Bench, BenchRow } from './frame/bench';
import { withBenchCluster } from './frame/cluster';
import { interleave, logLogSlope, median, spreadOf } from './frame/statistics';
import { seedOpen } from './invoice-site';

/**
 * B20: expiring due invoices, with a growing number of open ones. The baseline is an UPDATE of as many rows by primary key, as many per
 * transaction; the sweep also finds them, locks them, writes an event for each and ends its reservation.
 */
const RATIO_MAX = 1.5;
const SLOPE_MAX = 0.05;
const BATCH = 500;

let made = 0;
/** Expired invoices, each with its reservation; returns their ids. */
async function makeDue(client: pg.Client, count: number, prefix: string): Promise<string[]> {
  made += 1;
  const id = `'inv_2${String(made).padStart(9, '0')}${prefix}' || lpad(n::text, 15, '0')`;
  await client.query('set session_replication_role = replica');
  const { rows } = await client.query<{ id: string }>(`
    insert into invoices (id, trans_id, store_id, user_id, input_hash, name, amount, fee, fee_charged, payable, networks, addresses, created_at,
        expires_at, monitor_until)
      select ${id}, md5(${id}), 'str_open_' || n % 1000, 'bench_open', ''::bytea, 'Order', 10000000, 50000, false, 10050000, array['BEP20'],
             array['0x'], now() - interval '1 hour', now() - interval '1 minute', now() + interval '1 day'
        from generate_series(1, ${count}) n returning id`);
  await client.query(`
    insert into amount_reservations (family, address_key, payable, invoice_id)
      select 'evm', '0xdue${prefix}${made}', n, ${id} from generate_series(1, ${count}) n`);
  await client.query(
    `insert into events (topic, subject, version, payload) select 'invoice.created', ${id}, 1, '{}' from generate_series(1, ${count}) n`,
  );
  await client.query('set session_replication_role = origin');
  return rows.map((row) => row.id);
}

async function updateByKey(client: pg.Client, ids: readonly string[]): Promise<void> {
  for (let first = 0; first < ids.length; first += BATCH) {
    await client.query(`update invoices set status = 'EXPIRED', version = version + 1 where id = any($1)`, [
      ids.slice(first, first + BATCH),
    ]);
  }
}

async function perRow(count: number, work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return ((performance.now() - startedAt) * 1_000) / count;
}

async function prepare(url: string, open: number, due: number) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await seedOpen(client, open);
  const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-bench-app-'));
  const env = { STABLEGATE_MODE: 'sandbox', DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0' };
  const app = await createApp(loadConfig(env), createLogger('silent'));
  return {
    open,
    sweep: async () => {
      await makeDue(client, due, 's');
      return perRow(due, () => app.services.invoices.sweep());
    },
    update: async () => {
      const ids = await makeDue(client, due, 'u');
      return perRow(due, () => updateByKey(client, ids));
    },
    close: async () => {
      await client.end();
      await app.platform.db.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const bench: Bench = {
  ids: ['B20'],
  run: (context) =>
    withBenchCluster(async (cluster) => {
      const due = context.pick({ quick: 2_000, default: 10_000, full: 10_000 });
      const sizes = context.pick({
        quick: [1_000, 10_000, 50_000, 100_000],
        default: [1_000, 10_000, 100_000, 1_000_000],
        full: [1_000, 10_000, 100_000, 1_000_000],
      });
      const sites: Awaited<ReturnType<typeof prepare>>[] = [];
      for (const open of sizes) sites.push(await prepare(await cluster.createDatabase(`sweep_${open}`), open, due));
      const contenders = sites.flatMap(({ open, sweep, update }) => [
        { name: `${open} sweep`, round: sweep },
        { name: `${open} update`, round: update },
      ]);
      const figures = await interleave(contenders, context.pick({ quick: 3, default: 5, full: 5 }));
      for (const site of sites) await site.close();
      const runs = sizes.map((open) => ({ open, ours: figures.get(`${open} sweep`) ?? [], other: figures.get(`${open} update`) ?? [] }));
      const slope = logLogSlope(runs.map(({ open, ours }) => ({ size: open, cost: median(ours) })));
      return runs.map(
        ({ open, ours, other }): BenchRow => ({
          id: 'B20',
          name: `expiry of ${due} among ${open} open`,
          unit: 'µs per invoice',
          ours: median(ours),
          other: median(other),
          otherName: 'UPDATE by primary key',
          ratio: median(ours) / median(other),
          target: `at most ${RATIO_MAX}`,
          passes: median(ours) / median(other) <= RATIO_MAX,
          growth: { slope, sizes, allowed: SLOPE_MAX },
          spread: { ours: spreadOf(ours), other: spreadOf(other) },
        }),
      );
    }),
};
