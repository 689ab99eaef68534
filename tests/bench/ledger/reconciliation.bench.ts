import { sql } from 'kysely';
import { createLedgerService } from '../../../apps/server/src/modules/ledger/ledger.service';
import { systemClocks } from '../../../apps/server/src/platform/clock';
import { createDb } from '../../../apps/server/src/platform/db/db';
import type { Bench, BenchContext, BenchRow } from '../frame/bench';
import { type BenchCluster, withBenchCluster } from '../frame/cluster';
import { compare } from '../frame/compare';
import { interleave, logLogSlope, median } from '../frame/statistics';
import { prepareLedger } from './full-path';
import { BENCH_USERS } from './history';

/**
 * B19: all invariants over the whole journal, against one sum over it; and only over what is new since the last check, a thousand entries,
 * whose cost must not depend on the journal.
 */
const FULL_MAX = 5;
const INCREMENTAL_MAX = 0.01;
const INCREMENTAL_SLOPE_MAX = 0.05;
const FULL_SLOPE_MAX = 1.05; // linear, as far as a fit of four sizes tells
const NEW_ENTRIES = BENCH_USERS;

type Journal = Awaited<ReturnType<typeof openJournal>>;

async function openJournal(cluster: BenchCluster, entries: number) {
  const db = createDb({ url: await prepareLedger(cluster, `journal_${entries}`, entries), poolMax: 1, applicationName: 'bench' });
  const ledger = createLedgerService({ db, clocks: systemClocks, timeZone: 'Asia/Ho_Chi_Minh' });
  const time = async (work: () => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };
  const check = async (mode: 'full' | 'incremental', expected: number) => {
    const { differences, entries: checked } = await ledger.check(mode);
    if (differences !== 0) throw new Error(`${differences} accounts differ`);
    if (checked < expected) throw new Error(`only ${checked} entries were checked`);
  };
  let added = 0;
  await check('full', entries); // the first one folds everything
  return {
    entries,
    full: () => time(() => check('full', entries)),
    incremental: async () => {
      added += 1;
      await sql`
        select ledger_post('bench_' || n, 'posted', 'fee', -1, 0, 0, 'fees', false, null, 'inv', 'new/' || ${added}::integer || '/' || n, now())
          from generate_series(1, ${NEW_ENTRIES}::integer) n`.execute(db.query);
      return time(() => check('incremental', NEW_ENTRIES));
    },
    sum: () =>
      time(() =>
        db.transaction(async (tx) => {
          await sql`set local statement_timeout = 0`.execute(tx);
          await sql`select sum(balance_delta) from ledger_entries`.execute(tx);
        }),
      ),
    close: () => db.close(),
  };
}

async function run(cluster: BenchCluster, context: BenchContext): Promise<readonly BenchRow[]> {
  const sizes = context.pick({
    quick: [20_000, 50_000, 100_000, 300_000],
    default: [100_000, 300_000, 1_000_000, 3_000_000],
    full: [100_000, 1_000_000, 3_000_000, 10_000_000],
  });
  const journals: Journal[] = [];
  try {
    for (const entries of sizes) journals.push(await openJournal(cluster, entries));
    const contenders = journals.flatMap(({ entries, full, incremental, sum }) => [
      { name: `${entries} full`, round: full },
      { name: `${entries} sum`, round: sum },
      { name: `${entries} incremental`, round: incremental },
    ]);
    await interleave(contenders, 1); // caches and plans warm up
    const figures = await interleave(contenders, 5);
    const of = (entries: number, name: string) => figures.get(`${entries} ${name}`) ?? [];
    const growthOf = (name: string, allowed: number) => ({
      slope: logLogSlope(sizes.map((size) => ({ size, cost: median(of(size, name)) }))),
      sizes,
      allowed,
    });
    const largest = sizes.at(-1) ?? 0;
    return [
      compare({
        id: 'B19',
        name: `all invariants over ${largest} entries`,
        unit: 'ms',
        ours: of(largest, 'full'),
        other: of(largest, 'sum'),
        otherName: 'sum over the journal',
        atMost: FULL_MAX,
        growth: growthOf('full', FULL_SLOPE_MAX),
      }),
      compare({
        id: 'B19',
        name: `all invariants over ${NEW_ENTRIES} new entries`,
        unit: 'ms',
        ours: of(largest, 'incremental'),
        other: of(largest, 'full'),
        otherName: `over all ${largest}`,
        atMost: INCREMENTAL_MAX,
        growth: growthOf('incremental', INCREMENTAL_SLOPE_MAX),
      }),
    ];
  } finally {
    for (const journal of journals) await journal.close();
  }
}

export const bench: Bench = { ids: ['B19'], run: (context) => withBenchCluster((cluster) => run(cluster, context)) };
