import type { Bench, BenchContext, BenchRow } from '../frame/bench';
import { type BenchCluster, withBenchCluster } from '../frame/cluster';
import { compare } from '../frame/compare';
import { assertBalanced } from '../frame/ledger-check';
import { preparePgbench } from '../frame/pgbench';
import { interleave, logLogSlope, median } from '../frame/statistics';
import { fullPathScript, pgbenchContender, prepareLedger } from './full-path';
import { BENCH_USERS } from './history';
import { assertPgledgerBalanced, PGLEDGER_ABSENT, preparePgledger } from './pgledger';

/** B1: ledger entries against pgbench TPC-B and pgledger on the same server, interleaved. The ledger's transaction is the full path. */
const TPCB_SCALE = 10; // above the number of clients, as pgbench's manual requires: otherwise its branch rows are measured
const TPCB_MIN = 1.2;
const PGLEDGER_MIN = 3;
const SLOPE_MAX = 0.05;
const PGLEDGER = 'pgledger, its transfer alone';

async function run(cluster: BenchCluster, context: BenchContext): Promise<readonly BenchRow[]> {
  const tpcbUrl = await cluster.createDatabase('tpcb', { empty: true });
  await preparePgbench(tpcbUrl, TPCB_SCALE);
  const pgledger = await preparePgledger(cluster);
  const sizes = context.pick({
    quick: [10_000, 30_000, 100_000, 300_000],
    default: [100_000, 300_000, 1_000_000, 5_000_000],
    full: [100_000, 1_000_000, 5_000_000, 10_000_000],
  });
  const script = fullPathScript({ users: BENCH_USERS });
  const ledgers = [];
  for (const history of sizes) ledgers.push({ history, url: await prepareLedger(cluster, `ledger_${history}`, history) });
  // All take turns: other load on the machine affects all of them.
  const contenders = [
    pgbenchContender(context, 'TPC-B', tpcbUrl),
    ...(pgledger === undefined ? [] : [pgbenchContender(context, PGLEDGER, pgledger.url, pgledger.spread)]),
    ...ledgers.map(({ history, url }) => pgbenchContender(context, String(history), url, script)),
  ];
  const figures = await interleave(contenders, context.pick({ quick: 5, default: 9, full: 9 }));
  for (const { url } of ledgers) await assertBalanced(url);
  if (pgledger !== undefined) await assertPgledgerBalanced(cluster, pgledger.url);
  const of = (name: string | number) => figures.get(String(name)) ?? [];
  const slope = logLogSlope(sizes.map((size) => ({ size, cost: 1 / median(of(size)) })));
  const growth = { slope, sizes, allowed: SLOPE_MAX };
  const row = (history: number) => ({
    id: 'B1',
    name: `ledger entries, ${history} rows of history`,
    unit: 'tps',
    ours: of(history),
    growth,
  });
  return sizes.flatMap((history): BenchRow[] => {
    const { id, name } = row(history);
    return [
      compare({ ...row(history), other: of('TPC-B'), otherName: 'pgbench TPC-B', atLeast: TPCB_MIN }),
      pgledger === undefined
        ? { id, name: `${name}, against pgledger`, absent: PGLEDGER_ABSENT }
        : compare({ ...row(history), other: of(PGLEDGER), otherName: PGLEDGER, atLeast: PGLEDGER_MIN }),
    ];
  });
}

export const bench: Bench = { ids: ['B1'], run: (context) => withBenchCluster((cluster) => run(cluster, context)) };
