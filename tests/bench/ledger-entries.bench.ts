import pg from 'pg';
import { createLedgerService } from '../../apps/server/src/modules/ledger/ledger.service';
import { systemClocks } from '../../apps/server/src/platform/clock';
import { createDb } from '../../apps/server/src/platform/db/db';
import type { Bench, BenchContext } from './frame/bench';
import { type BenchCluster, withBenchCluster } from './frame/cluster';
import { preparePgbench, runPgbench, writeScript } from './frame/pgbench';
import { interleave, logLogSlope, median, spreadOf } from './frame/statistics';
import { BENCH_USERS, seedHistory } from './lists/ledger-history';

/**
 * B1: ledger entries against pgbench TPC-B on the same server, interleaved. The ledger's transaction is the full path: posting with
 * idempotency key, outbox row, durable commit.
 */
const CLIENTS = 8;
const TPCB_SCALE = 10; // above the number of clients, as pgbench's manual requires: otherwise its branch rows are measured
const TARGET = 1.2;
const SLOPE_MAX = 0.05;

/** pgbench inlines its variables, as for TPC-B; `run` and `n` make keys that are new and sorted by time, like ours. */
const PICK = [`\\set user random(1, ${BENCH_USERS})`, '\\set n :n + 1'];
const POST = `select ledger_post('bench_:user', 'posted', 'fee', -1, 0, 0, 'fees', false, null, 'inv_:n', 'fee/inv_:run/:client_id/:n', now())`;
const EVENT = `insert into events (topic, subject, payload) values ('balance.changed', 'bench_:user', '{"kind": "fee"}')`;

async function seed(url: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await seedHistory(client, rows);
  await client.end();
}

/** The invariants must hold after the load, or the figure is worthless. */
async function assertBalanced(url: string): Promise<void> {
  const db = createDb({ url, poolMax: 2, applicationName: 'bench' });
  const ledger = createLedgerService({ db, clocks: systemClocks, timeZone: 'Asia/Ho_Chi_Minh' });
  const { differences } = await ledger.check('full');
  await db.close();
  if (differences !== 0) throw new Error(`${differences} accounts differ after the load`);
}

async function prepare(cluster: BenchCluster, history: number): Promise<{ readonly history: number; readonly url: string }> {
  const url = await cluster.createDatabase(`ledger_${history}`);
  await seed(url, history);
  return { history, url };
}

/** TPC-B and all sizes take turns: other load on the machine affects all of them. */
async function compare(tpcbUrl: string, ledgers: ReadonlyArray<{ history: number; url: string }>, context: BenchContext) {
  const seconds = context.pick({ quick: 2, default: 4, full: 4 });
  const script = writeScript('full-path', [...PICK, 'begin;', `${POST};`, `${EVENT};`, 'end;']);
  return interleave(
    [
      { name: 'TPC-B', round: async () => (await runPgbench(tpcbUrl, { clients: CLIENTS, seconds })).perSecond },
      ...ledgers.map(({ history, url }) => ({
        name: String(history),
        round: async () => (await runPgbench(url, { clients: CLIENTS, seconds, scripts: [script] })).perSecond,
      })),
    ],
    context.pick({ quick: 5, default: 9, full: 9 }),
  );
}

export const bench: Bench = {
  ids: ['B1'],
  run: (context) =>
    withBenchCluster(async (cluster) => {
      const tpcbUrl = await cluster.createDatabase('tpcb', { empty: true });
      await preparePgbench(tpcbUrl, TPCB_SCALE);
      const sizes = context.pick({
        quick: [10_000, 30_000, 100_000, 300_000],
        default: [100_000, 300_000, 1_000_000, 5_000_000],
        full: [100_000, 1_000_000, 5_000_000, 10_000_000],
      });
      const ledgers = [];
      for (const history of sizes) ledgers.push(await prepare(cluster, history));
      const figures = await compare(tpcbUrl, ledgers, context);
      for (const { url } of ledgers) await assertBalanced(url);
      const other = figures.get('TPC-B') ?? [];
      const runs = sizes.map((history) => ({ history, ours: figures.get(String(history)) ?? [] }));
      const slope = logLogSlope(runs.map(({ history, ours }) => ({ size: history, cost: 1 / median(ours) })));
      return runs.map(({ history, ours }) => ({
        id: 'B1',
        name: `ledger entries, ${history} rows of history`,
        unit: 'tps',
        ours: median(ours),
        other: median(other),
        otherName: 'pgbench TPC-B',
        ratio: median(ours) / median(other),
        target: `at least ${TARGET}`,
        passes: median(ours) / median(other) >= TARGET,
        growth: { slope, sizes, allowed: SLOPE_MAX },
        spread: { ours: spreadOf(ours), other: spreadOf(other) },
      }));
    }),
};
