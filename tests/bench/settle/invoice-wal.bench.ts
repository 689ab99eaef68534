import { sql } from 'kysely';
import type { Bench, BenchContext, BenchRow } from '../frame/bench';
import { type BenchCluster, withBenchCluster } from '../frame/cluster';
import { assertBalanced } from '../frame/ledger-check';
import { REPORTED } from '../frame/table';
import { openSettleSite, type SettleSite } from './settle-site';

/**
 * B31: what a realistic invoice leaves in the WAL from its creation to its payment, against the bare rows, and how many of its updates are
 * HOT, which write no index entry.
 */
const CREATION_BYTES_MAX = 6_144;
const HOT_MIN = 0.8;
/** What a creation writes to. */
const CREATED = ['invoices', 'invoice_texts', 'events', 'amount_reservations', 'ledger_entries'];

async function walOf<T>({ app }: SettleSite, work: () => Promise<T>): Promise<{ readonly bytes: number; readonly result: T }> {
  const lsn = async () => {
    const { rows } = await sql<{ lsn: string }>`select pg_current_wal_insert_lsn()::text as lsn`.execute(app.platform.db.query);
    return rows[0]?.lsn;
  };
  const before = await lsn();
  const result = await work();
  const after = await lsn();
  const { rows } = await sql<{ bytes: number }>`select (${after}::pg_lsn - ${before}::pg_lsn)::integer as bytes`.execute(
    app.platform.db.query,
  );
  return { bytes: rows[0]?.bytes ?? Number.NaN, result };
}

/** The rows of the last `count` creations once more, into tables without indexes. */
async function copyBare({ app }: SettleSite, count: number): Promise<void> {
  for (const table of CREATED)
    await sql.raw(`insert into bare_${table} select * from ${table} order by ctid desc limit ${count}`).execute(app.platform.db.query);
}

type Updates = { readonly table: string; readonly updates: number; readonly hot: number };
/** Complete once the application's connections have ended. */
const readUpdates = (cluster: BenchCluster, url: string): Promise<Updates[]> =>
  cluster.ask<Updates>(
    url,
    `select relname as table, n_tup_upd::integer as updates, n_tup_hot_upd::integer as hot from pg_stat_user_tables where n_tup_upd > 0 order by 2 desc`,
  );

function hotRow(tables: readonly Updates[], context: BenchContext): BenchRow {
  const sum = (pick: (each: Updates) => number) => tables.reduce((total, each) => total + pick(each), 0);
  const [updates, hot] = [sum((each) => each.updates), sum((each) => each.hot)];
  for (const each of tables) context.say(`${each.table}: ${each.hot} of ${each.updates} updates were HOT`);
  const ratio = hot / updates;
  return {
    id: 'B31',
    name: 'HOT updates, from creation to payment',
    unit: 'updates',
    ours: hot,
    other: updates,
    otherName: 'all',
    ratio,
    target: `at least ${HOT_MIN}`,
    passes: ratio >= HOT_MIN,
  };
}

async function measure(url: string, context: BenchContext): Promise<BenchRow[]> {
  const count = context.pick({ quick: 200, default: 1_000, full: 1_000 });
  const site = await openSettleSite(url);
  const { query } = site.app.platform.db;
  try {
    for (const table of CREATED) await sql.raw(`create table bare_${table} (like ${table})`).execute(query);
    await sql`checkpoint`.execute(query);
    // A page is written whole the first time after a checkpoint: these rounds touch them.
    await site.finalise(await site.see(await site.create(count)));
    const created = await walOf(site, () => site.create(count));
    const bare = await walOf(site, () => copyBare(site, count));
    const seen = await walOf(site, () => site.see(created.result));
    const final = await walOf(site, () => site.finalise(seen.result));
    const row = (name: string, bytes: number, max?: number): BenchRow => ({
      id: 'B31',
      name,
      unit: 'bytes of WAL',
      ours: bytes / count,
      other: bare.bytes / count,
      otherName: 'the bare rows of a creation',
      ratio: bytes / bare.bytes,
      target: max === undefined ? REPORTED : `at most ${max} bytes`,
      passes: max === undefined || bytes / count <= max,
    });
    return [
      row('an invoice is created', created.bytes, CREATION_BYTES_MAX),
      row('its payment is seen', seen.bytes),
      row('its payment is final', final.bytes),
    ];
  } finally {
    await site.close();
  }
}

export const bench: Bench = {
  ids: ['B31'],
  run: (context) =>
    withBenchCluster(async (cluster) => {
      const url = await cluster.createDatabase('invoice_wal');
      const rows = await measure(url, context);
      const updates = await readUpdates(cluster, url);
      await assertBalanced(url);
      return [...rows, hotRow(updates, context)];
    }),
};
