import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort } from '../../../apps/sandbox/src/postgres/free-port';
import type { Bench, BenchContext, BenchRow, MeasuredRow } from '../frame/bench';
import { type BenchCluster, withBenchCluster } from '../frame/cluster';
import { assertBalanced } from '../frame/ledger-check';
import { interleave, median, spreadOf } from '../frame/statistics';
import { load, postJson } from '../http-load';
import { type BenchStore, benchUserId, openStores, seedOpen, startServer } from '../invoice-site';
import { openCoordinator, placeUsers, type ShardPlace, useDirectory } from './coordinator';

/**
 * B33: two shards by user, each a PostgreSQL of its own with the whole schema and a server, and a coordinator that reads over both. Creations
 * against one shard alone; the newest invoices of all against those of one shard. docs/deploy/sharding.md says what is shown here.
 */
const STORES = 16;
const CLIENTS = 8;
const listOf = (filter: string): string =>
  `select id, trans_id, user_id, status, amount, created_at from invoices ${filter} order by id desc limit 20`;
const LIST = listOf('');
/** Both shards share the cores of one machine here, so two need not be faster than one. */
const RATE_MIN = 0.5;
/** Two cursors over connections that are opened for the query, instead of one index. */
const LIST_MAX = 15;

type Shard = ShardPlace & { readonly stores: readonly BenchStore[]; readonly port: number; readonly server: ChildProcess };

async function openShards(
  places: readonly ShardPlace[],
  coordinator: { cluster: BenchCluster; url: string },
  open: number,
): Promise<Shard[]> {
  const numbers = Array.from({ length: STORES }, (_, n) => n);
  const homes = await placeUsers(coordinator.cluster, coordinator.url, numbers.map(benchUserId), places.length);
  const others = numbers.map((n) => `bench_open_${n}`);
  const homesOfOthers = await placeUsers(coordinator.cluster, coordinator.url, others, places.length);
  const shards: Shard[] = [];
  for (const [index, place] of places.entries()) {
    const client = new pg.Client({ connectionString: place.url });
    await client.connect();
    await seedOpen(client, open, { userId: others.find((_, n) => homesOfOthers[n] === index) ?? '', first: 1 + index * open });
    await client.end();
    await useDirectory(place, coordinator.url);
    const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-bench-shard-'));
    const stores = await openStores(
      place.url,
      dataDir,
      numbers.filter((n) => homes[n] === index),
    );
    const port = await findFreePort();
    const server = await startServer(place.url, { dataDir, port, roles: 'api' });
    server.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
    shards.push({ ...place, stores, port, server });
  }
  return shards;
}

let orders = 0;
function create({ stores, port }: Shard, clients: number, seconds: number): Promise<{ readonly perSecond: number }> {
  const next = () => {
    orders += 1;
    const store = stores[randomInt(stores.length)] as BenchStore;
    const order = { name: 'Tea', amount: `${1 + randomInt(500_000)}.${randomInt(10_000)}`, request_id: `shard-${orders}` };
    return postJson('/api/v1/payment/invoice', { 'x-api-key': store.apiKey }, order);
  };
  return load({ port, clients, seconds, next, expect: 201 });
}

type Compared = {
  readonly name: string;
  readonly unit: string;
  readonly otherName: string;
  readonly most?: number;
  readonly least?: number;
};
function rowOf({ name, unit, otherName, most, least }: Compared, ours: readonly number[], other: readonly number[]): MeasuredRow {
  const ratio = median(ours) / median(other);
  return {
    id: 'B33',
    name,
    unit,
    ours: median(ours),
    other: median(other),
    otherName,
    ratio,
    target: most === undefined ? `at least ${least}` : `at most ${most}`,
    passes: most === undefined ? ratio >= (least ?? 0) : ratio <= most,
    spread: { ours: spreadOf(ours), other: spreadOf(other) },
  };
}

async function compareCreation(shards: readonly Shard[], context: BenchContext): Promise<BenchRow> {
  const seconds = context.pick({ quick: 2, default: 4, full: 4 });
  const [first] = shards as [Shard];
  const both = async (duration: number): Promise<number> => {
    const rates = await Promise.all(shards.map((shard) => create(shard, CLIENTS / shards.length, duration)));
    return rates.reduce((sum, { perSecond }) => sum + perSecond, 0);
  };
  await both(context.pick({ quick: 5, default: 10, full: 10 })); // JIT warm-up
  const contenders = [
    { name: 'two', round: () => both(seconds) },
    { name: 'one', round: async () => (await create(first, CLIENTS, seconds)).perSecond },
  ];
  const figures = await interleave(contenders, context.pick({ quick: 3, default: 7, full: 7 }));
  const what = { name: 'POST /payment/invoice, two shards on one machine', unit: 'per s', otherName: 'one shard', least: RATE_MIN };
  return rowOf(what, figures.get('two') ?? [], figures.get('one') ?? []);
}

async function timed(client: pg.Client, text: string): Promise<number> {
  const beganAt = performance.now();
  await client.query(text);
  return performance.now() - beganAt;
}

/** What each shard is asked, from the plan. */
async function remoteSql(client: pg.Client, text: string): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (verbose, costs off) ${text}`);
  return rows.flatMap((row) => /Remote SQL: (.*)/.exec(row['QUERY PLAN'])?.[1] ?? []);
}

async function compareList(shards: readonly Shard[], coordinatorUrl: string, context: BenchContext): Promise<BenchRow> {
  const [first] = shards as [Shard];
  const [over, local] = [coordinatorUrl, first.url].map((connectionString) => new pg.Client({ connectionString })) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([over.connect(), local.connect()]);
  try {
    const ofOne = listOf(`where user_id = '${first.stores[0]?.userId}'`);
    for (const [what, text] of [
      ['the list of all', LIST],
      ["a merchant's list", ofOne],
    ] as const) {
      const asked = await remoteSql(over, text);
      const having = (part: string): number => asked.filter((each) => each.includes(part)).length;
      context.say(`${what} asks ${asked.length} of ${shards.length} shards, ${having('ORDER BY')} sort, ${having('LIMIT')} know the limit`);
    }
    const contenders = [
      { name: 'over', round: () => timed(over, LIST) },
      { name: 'local', round: () => timed(local, LIST) },
    ];
    for (const { round } of contenders) await round();
    const figures = await interleave(contenders, context.pick({ quick: 15, default: 31, full: 31 }));
    const what = { name: 'the 20 newest invoices of both shards', unit: 'ms', otherName: 'of one shard, locally', most: LIST_MAX };
    return rowOf(what, figures.get('over') ?? [], figures.get('local') ?? []);
  } finally {
    await Promise.all([over.end(), local.end()]);
  }
}

/** What must hold over both: every invoice is in the list of all, and the platform's side of the ledger is the sum of the shards'. */
async function checkWhole(shards: readonly Shard[], coordinator: { cluster: BenchCluster; url: string }): Promise<void> {
  const { cluster, url } = coordinator;
  const count = async (where: string): Promise<number> =>
    Number((await cluster.ask<{ n: string }>(where, 'select count(*) as n from invoices'))[0]?.n);
  const moved = async (where: string, from: string): Promise<Map<string, bigint>> => {
    const text = `select platform_account as account, sum(moved)::bigint as moved from ${from} group by 1`;
    return new Map(
      (await cluster.ask<{ account: string; moved: string }>(where, text)).map(({ account, moved: sum }) => [account, BigInt(sum)]),
    );
  };
  let invoices = 0;
  const sums = new Map<string, bigint>();
  for (const shard of shards) {
    await assertBalanced(shard.url);
    invoices += await count(shard.url);
    for (const [account, sum] of await moved(shard.url, '(select platform_account, balance_delta as moved from ledger_entries) e'))
      sums.set(account, (sums.get(account) ?? 0n) + sum);
  }
  if ((await count(url)) !== invoices) throw new Error('the coordinator does not see every invoice');
  const whole = await moved(url, 'platform_moves');
  if (sums.size === 0 || [...sums].some(([account, sum]) => whole.get(account) !== sum)) throw new Error('the sums of the ledger differ');
}

/** A merchant of the second shard cannot claim an address of the first: the statement of watched.queries.ts fails at the directory. */
async function checkAddresses([first, second]: readonly Shard[], { cluster, url }: { cluster: BenchCluster; url: string }): Promise<void> {
  const [taken, user] = [first?.stores[0], second?.stores[0]?.userId];
  const claim = `insert into address_owners (family, address_key, user_id) values ('evm', '${taken?.address}', '${user}') on conflict (family, address_key) do nothing`;
  const refused = await cluster.ask(second?.url ?? '', claim).then(
    () => undefined,
    (error: unknown) => (error instanceof pg.DatabaseError ? error.code : String(error)),
  );
  if (refused !== '23505') throw new Error(`a second owner of an address got: ${refused ?? 'the address'}`);
  const owners = await cluster.ask(url, 'select 1 from address_directory');
  if (owners.length !== STORES) throw new Error(`${owners.length} addresses in the directory of ${STORES}`);
}

export const bench: Bench = {
  ids: ['B33'],
  run: (context) =>
    withBenchCluster((one) =>
      withBenchCluster((two) =>
        withBenchCluster(async (cluster) => {
          const places: ShardPlace[] = [];
          for (const [index, each] of [one, two].entries())
            places.push({ name: `shard_${index}`, cluster: each, url: await each.createDatabase('shard') });
          const coordinator = { cluster, url: await openCoordinator(cluster, places) };
          const shards = await openShards(places, coordinator, context.pick({ quick: 10_000, default: 200_000, full: 1_000_000 }));
          try {
            await checkAddresses(shards, coordinator);
            const rows = [await compareCreation(shards, context), await compareList(shards, coordinator.url, context)];
            await checkWhole(shards, coordinator);
            return rows;
          } finally {
            for (const { server } of shards) server.kill('SIGKILL');
          }
        }),
      ),
    ),
};
