import { sql } from 'kysely';
import { entryIdOf } from '../../../apps/server/src/modules/ledger/ledger.domain';
import { createLedgerService } from '../../../apps/server/src/modules/ledger/ledger.service';
import { systemClocks } from '../../../apps/server/src/platform/clock';
import { createDb } from '../../../apps/server/src/platform/db/db';
import type { HoldId } from '../../../apps/server/src/platform/id-types';
import type { Bench, BenchContext, BenchRow } from '../frame/bench';
import { type BenchCluster, withBenchCluster } from '../frame/cluster';
import { compare } from '../frame/compare';
import { assertBalanced } from '../frame/ledger-check';
import { interleave, logLogSlope, median } from '../frame/statistics';
import { fullPathScript, pgbenchContender, prepareLedger } from './full-path';
import { BENCH_USERS } from './history';

/** B3: the fees of many invoices captured in one transaction, from Node, against single entries by eight clients of pgbench (B1). */
const RATIO_MIN = 3;
const SLOPE_MAX = 1.05; // linear in the batch, as far as a fit of five sizes tells
const SIZES = [1, 10, 100, 1_000, 5_000];
const COMPARED = 1_000;

type Ledger = {
  /** Milliseconds of one transaction that captures as many holds of different merchants. */ captureBatch(holds: number): Promise<number>;
  close(): Promise<void>;
};

function openLedger(url: string): Ledger {
  const db = createDb({ url, poolMax: 1, applicationName: 'bench' });
  const ledger = createLedgerService({ db, clocks: systemClocks, timeZone: 'Asia/Ho_Chi_Minh' });
  let batch = 0;
  const hold = async (count: number): Promise<HoldId[]> => {
    batch += 1;
    const { rows } = await sql<{ accountId: bigint; version: bigint }>`
      select p.account as "accountId", p.number as version from generate_series(1, ${count}::integer) n
       cross join lateral ledger_post('bench_' || 1 + n % ${BENCH_USERS}::integer, 'pending', 'fee', 0, 0, 50000, 'fees', false, null, 'inv_' || n,
         'hold/' || ${batch}::integer || '/' || n, now()) p`.execute(db.query);
    return rows.map((place) => entryIdOf(place) as HoldId);
  };
  return {
    captureBatch: async (count) => {
      const holds = await hold(count);
      const startedAt = performance.now();
      await db.transaction((tx) => ledger.captureMany(tx, holds));
      return performance.now() - startedAt;
    },
    close: () => db.close(),
  };
}

async function run(cluster: BenchCluster, context: BenchContext): Promise<readonly BenchRow[]> {
  const url = await prepareLedger(cluster, 'bulk', 10_000);
  const ledger = openLedger(url);
  try {
    for (const size of SIZES) await ledger.captureBatch(size); // JIT warm-up
    const figures = await interleave(
      [
        ...SIZES.map((size) => ({ name: String(size), round: () => ledger.captureBatch(size) })),
        pgbenchContender(context, 'single', url, fullPathScript({ users: BENCH_USERS })),
      ],
      context.pick({ quick: 5, default: 9, full: 9 }),
    );
    const of = (name: string | number) => figures.get(String(name)) ?? [];
    // From 10: below, the round trips of a transaction are measured.
    const linear = SIZES.filter((size) => size >= 10);
    const slope = logLogSlope(linear.map((size) => ({ size, cost: median(of(size)) })));
    return [
      compare({
        id: 'B3',
        name: `fees captured ${COMPARED} at a time`,
        unit: 'entries per s',
        ours: of(COMPARED).map((ms) => (COMPARED * 1_000) / ms),
        other: of('single'),
        otherName: 'single entries (B1)',
        atLeast: RATIO_MIN,
        growth: { slope, sizes: linear, allowed: SLOPE_MAX },
      }),
    ];
  } finally {
    await ledger.close();
    await assertBalanced(url);
  }
}

export const bench: Bench = { ids: ['B3'], run: (context) => withBenchCluster((cluster) => run(cluster, context)) };
