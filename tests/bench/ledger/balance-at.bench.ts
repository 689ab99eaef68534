import { sql } from 'kysely';
import { createLedgerService } from '../../../apps/server/src/modules/ledger/ledger.service';
import { sumSpan } from '../../../apps/server/src/modules/merchant/statements/statement.queries';
import { systemClocks } from '../../../apps/server/src/platform/clock';
import { createDb } from '../../../apps/server/src/platform/db/db';
import { asUserId } from '../../../apps/server/src/platform/id-types';
import type { Bench, BenchContext, BenchRow } from '../frame/bench';
import { type BenchCluster, withBenchCluster } from '../frame/cluster';
import { compare } from '../frame/compare';
import { logLogSlope, median } from '../frame/statistics';
import { prepareLedger } from './full-path';
import { HISTORY_START } from './history';

/**
 * B17: the balance at a past moment, and the opening, closing and sums of a statement over a hundred entries, of one account with a growing
 * journal. The baseline is one entry by its primary key through the same pool.
 */
const RATIO_MAX = 3;
const SLOPE_MAX = 0.1; // twenty halvings instead of ten, from a thousand entries to a million
const STATEMENT_MS = 100_000; // an entry each second
const WARM_UP = 20;
const USER = asUserId('bench_1');

type Site = Awaited<ReturnType<typeof openSite>>;

async function openSite(cluster: BenchCluster, entries: number) {
  const url = await prepareLedger(cluster, `balance_${entries}`, entries, 1);
  const db = createDb({ url, poolMax: 1, applicationName: 'bench' });
  const ledger = createLedgerService({ db, clocks: systemClocks, timeZone: 'Asia/Ho_Chi_Minh' });
  const { differences } = await ledger.check('full'); // also folds, like the worker every ten minutes
  if (differences !== 0) throw new Error(`${differences} accounts differ`);
  const { rows } = await sql<{ id: bigint }>`select id from ledger_accounts where user_id = ${USER}`.execute(db.query);
  const accountId = rows[0]?.id ?? 0n;
  const second = () => Math.floor(Math.random() * (entries - STATEMENT_MS / 1_000));
  const anyTime = () => new Date(HISTORY_START.getTime() + second() * 1_000);
  const read = {
    balance: () => ledger.getBalanceAt(USER, anyTime()),
    statement: async () => {
      const from = anyTime();
      const span = await ledger.findSpan(USER, from, new Date(from.getTime() + STATEMENT_MS));
      if (span === undefined) throw new Error('no journal');
      return sumSpan(db.query, span, undefined);
    },
    key: () => sql`select * from ledger_entries where account_id = ${accountId} and version = ${1 + second()}`.execute(db.query),
  };
  return { entries, read, close: () => db.close() };
}
const READS = ['balance', 'statement', 'key'] as const;
type Read = (typeof READS)[number];

/** All reads of all sizes take turns. */
async function measure(sites: readonly Site[], repeats: number): Promise<(entries: number, read: Read) => readonly number[]> {
  const figures = new Map<string, number[]>();
  for (let round = 0; round < repeats + WARM_UP; round += 1) {
    for (const { entries, read } of sites) {
      for (const name of READS) {
        const startedAt = performance.now();
        await read[name]();
        const ms = performance.now() - startedAt;
        const key = `${entries} ${name}`;
        if (round >= WARM_UP) figures.set(key, [...(figures.get(key) ?? []), ms]);
      }
    }
  }
  return (entries, read) => figures.get(`${entries} ${read}`) ?? [];
}

async function run(cluster: BenchCluster, context: BenchContext): Promise<readonly BenchRow[]> {
  const sizes = context.pick({
    quick: [1_000, 10_000, 50_000, 200_000],
    default: [1_000, 10_000, 100_000, 1_000_000],
    full: [1_000, 10_000, 100_000, 1_000_000],
  });
  const sites: Site[] = [];
  try {
    for (const entries of sizes) sites.push(await openSite(cluster, entries));
    const of = await measure(sites, context.pick({ quick: 100, default: 300, full: 300 }));
    const largest = sizes.at(-1) ?? 0;
    const row = (read: Read, name: string): BenchRow => {
      const slope = logLogSlope(sizes.map((size) => ({ size, cost: median(of(size, read)) })));
      return compare({
        id: 'B17',
        name: `${name}, ${largest} entries of the account`,
        unit: 'ms',
        ours: of(largest, read),
        other: of(largest, 'key'),
        otherName: 'an entry by its primary key',
        atMost: RATIO_MAX,
        growth: { slope, sizes, allowed: SLOPE_MAX },
      });
    };
    return [row('balance', 'balance at a moment'), row('statement', 'statement of 100 entries')];
  } finally {
    for (const site of sites) await site.close();
  }
}

export const bench: Bench = { ids: ['B17'], run: (context) => withBenchCluster((cluster) => run(cluster, context)) };
