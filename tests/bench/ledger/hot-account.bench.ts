import type { Bench, BenchContext, BenchRow } from '../frame/bench';
import { type BenchCluster, withBenchCluster } from '../frame/cluster';
import { compare } from '../frame/compare';
import { assertBalanced } from '../frame/ledger-check';
import { interleave, logLogSlope, median } from '../frame/statistics';
import { fullPathScript, pgbenchContender, prepareLedger } from './full-path';
import { assertPgledgerBalanced, PGLEDGER_ABSENT, preparePgledger } from './pgledger';

/**
 * B2: a fee to the platform in every transaction. The platform's side is part of the entry and folded later, so no row is shared by all
 * merchants; beside it the same with a row of the platform that every transaction updates, and pgledger with one receiving account.
 */
const PGLEDGER_MIN = 8;
const SLOPE_MAX = 0.05;
const [SHARED, PGLEDGER] = ['one row of the platform updated in each', 'pgledger, all to one account'];
/** Of the platform's row that ours does not have. */
const SHARED_ROW = ['update bench_platform set balance = balance + 1 where id = 1;'];

async function prepareShared(cluster: BenchCluster, users: number): Promise<string> {
  const url = await prepareLedger(cluster, 'hot_shared', users, users);
  await cluster.ask(
    url,
    'create table bench_platform (id integer primary key, balance bigint not null); insert into bench_platform values (1, 0)',
  );
  return url;
}

async function run(cluster: BenchCluster, context: BenchContext): Promise<readonly BenchRow[]> {
  const sizes = context.pick({
    quick: [100, 1_000, 10_000, 50_000],
    default: [100, 1_000, 10_000, 100_000],
    full: [100, 1_000, 10_000, 100_000],
  });
  const [fewest] = sizes as [number];
  const pgledger = await preparePgledger(cluster);
  const sharedUrl = await prepareShared(cluster, fewest);
  const ledgers = [];
  for (const users of sizes) ledgers.push({ users, url: await prepareLedger(cluster, `hot_${users}`, users, users) });
  const contenders = [
    pgbenchContender(context, SHARED, sharedUrl, fullPathScript({ users: fewest, more: SHARED_ROW })),
    ...(pgledger === undefined ? [] : [pgbenchContender(context, PGLEDGER, pgledger.url, pgledger.hot)]),
    ...ledgers.map(({ users, url }) => pgbenchContender(context, String(users), url, fullPathScript({ users }))),
  ];
  const figures = await interleave(contenders, context.pick({ quick: 5, default: 9, full: 9 }));
  for (const url of [sharedUrl, ...ledgers.map((ledger) => ledger.url)]) await assertBalanced(url);
  if (pgledger !== undefined) await assertPgledgerBalanced(cluster, pgledger.url);
  const of = (name: string | number) => figures.get(String(name)) ?? [];
  const slope = logLogSlope(sizes.map((size) => ({ size, cost: 1 / median(of(size)) })));
  const growth = { slope, sizes, allowed: SLOPE_MAX };
  return sizes.flatMap((users): BenchRow[] => {
    const row = { id: 'B2', name: `fees to the platform, ${users} merchants`, unit: 'tps', ours: of(users), growth };
    return [
      compare({ ...row, other: of(SHARED), otherName: SHARED }),
      pgledger === undefined
        ? { id: 'B2', name: `${row.name}, against pgledger`, absent: PGLEDGER_ABSENT }
        : compare({ ...row, other: of(PGLEDGER), otherName: PGLEDGER, atLeast: PGLEDGER_MIN }),
    ];
  });
}

export const bench: Bench = { ids: ['B2'], run: (context) => withBenchCluster((cluster) => run(cluster, context)) };
