import { sql } from 'kysely';
import { countStatements } from '../../../apps/server/test/parts/statements';
import type { Bench, BenchContext, BenchRow } from '../frame/bench';
import { type BenchCluster, withBenchCluster } from '../frame/cluster';
import { compare } from '../frame/compare';
import { assertBalanced } from '../frame/ledger-check';
import { interleave, logLogSlope, median } from '../frame/statistics';
import { SAME_ROWS } from './same-rows';
import { openSettleSite, type SettleSite } from './settle-site';

/**
 * B29: payments of one block from seen to paid: matched, invoices changed twice, fees captured, events and callbacks written. The baseline is
 * one statement that writes the same rows, knowing everything beforehand.
 */
const RATIO_MAX = 5;
const STATEMENTS_MAX = 40;
const SLOPE_MAX = 1.05; // linear, as far as a fit tells
const SIZES = [1, 10, 100, 1_000];
const COUNTED = 100;

async function settleBlock(site: SettleSite, count: number): Promise<number> {
  const payments = await site.create(count);
  const startedAt = performance.now();
  await site.finalise(await site.see(payments));
  return performance.now() - startedAt;
}

async function writeSameRows({ app, create }: SettleSite, count: number): Promise<number> {
  await create(count);
  const startedAt = performance.now();
  await app.platform.db.transaction(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql.raw(SAME_ROWS).execute(tx);
  });
  return performance.now() - startedAt;
}

/** The larger of the two steps: payments seen, and payments final. */
async function countSteps(site: SettleSite): Promise<number> {
  const payments = await site.create(COUNTED);
  let transfers: Awaited<ReturnType<SettleSite['see']>> = [];
  const seen = await countStatements(site.app, async () => {
    transfers = await site.see(payments);
  });
  const final = await countStatements(site.app, () => site.finalise(transfers));
  return Math.max(...[seen, final].map((statements) => statements.reduce((sum, { calls }) => sum + calls, 0)));
}

async function assertAllPaid({ app }: SettleSite): Promise<void> {
  const { rows } = await sql<{ left: number }>`select count(*)::integer as left from invoices where status <> 'SUCCESS'`.execute(
    app.platform.db.query,
  );
  if (rows[0]?.left !== 0) throw new Error(`${rows[0]?.left} invoices are not paid`);
}

async function run(cluster: BenchCluster, context: BenchContext): Promise<readonly BenchRow[]> {
  const [oursUrl, otherUrl] = [await cluster.createDatabase('settling'), await cluster.createDatabase('same_rows')];
  const [ours, other] = [await openSettleSite(oursUrl), await openSettleSite(otherUrl)];
  try {
    const statements = await countSteps(ours); // also: JIT warm-up
    await writeSameRows(other, COUNTED);
    const contenders = SIZES.flatMap((size) => [
      { name: `${size} ours`, round: () => settleBlock(ours, size) },
      { name: `${size} other`, round: () => writeSameRows(other, size) },
    ]);
    const figures = await interleave(contenders, context.pick({ quick: 3, default: 7, full: 7 }));
    for (const site of [ours, other]) await assertAllPaid(site);
    await assertBalanced(oursUrl);
    const of = (size: number, whose: string) => figures.get(`${size} ${whose}`) ?? [];
    // From 10: below, the round trips of a transaction are measured.
    const linear = SIZES.filter((size) => size >= 10);
    const slope = logLogSlope(linear.map((size) => ({ size, cost: median(of(size, 'ours')) })));
    const growth = { slope, sizes: linear, allowed: SLOPE_MAX };
    return [
      ...SIZES.map((size) => {
        const row = {
          id: 'B29',
          name: `${size} payments of a block, seen to paid`,
          unit: 'ms',
          otherName: 'the same rows by one statement',
        };
        const figuresOf = { ours: of(size, 'ours'), other: of(size, 'other') };
        // A single payment is all round trips: only reported.
        return compare({ ...row, ...figuresOf, ...(size === 1 ? {} : { atMost: RATIO_MAX, growth }) });
      }),
      {
        id: 'B29',
        name: `statements for ${COUNTED} payments of a block, at each step`,
        unit: 'statements',
        ours: statements,
        other: 1,
        otherName: 'one',
        ratio: statements,
        target: `at most ${STATEMENTS_MAX}`,
        passes: statements <= STATEMENTS_MAX,
      },
    ];
  } finally {
    await ours.close();
    await other.close();
  }
}

export const bench: Bench = { ids: ['B29'], run: (context) => withBenchCluster((cluster) => run(cluster, context)) };
