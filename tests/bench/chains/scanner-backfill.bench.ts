import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Address, createPublicClient, http, parseAbiItem } from 'viem';
import { assertDefined } from '../../../apps/server/src/platform/assert';
import { createDb, type Db } from '../../../apps/server/src/platform/db/db';
import type { Bench, BenchContext, BenchRow } from '../frame/bench';
import { type BenchCluster, withBenchCluster } from '../frame/cluster';
import { interleave, logLogSlope, median, spreadOf } from '../frame/statistics';
import { type BenchNode, withBenchNode } from './chain-node';
import { type BenchPoll, createBenchPoll } from './chain-poll';
import { forgetReading, listWatched, OURS, seedWatched } from './watched-data';

/**
 * B7: a backfill of blocks with ten USDT logs each, one in a thousand ours. The baseline is the plain eth_getLogs for the same blocks, the
 * peer a block-by-block scan with viem. For the baseline and the growth the whole contract is read at every size, so that sizes compare;
 * the peer is measured with few watched addresses, as in production, by recipient, and may do the same.
 */
const LOGS_PER_BLOCK = 10;
const SLOPE_MAX = 0.1;
const CPU_US_MAX = 10;
const MEMORY_MB_MAX = 10;
const NAIVE_BLOCKS = 100;
const FEW = 500;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

async function makeNoise(node: BenchNode, blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    const transfers = Array.from({ length: LOGS_PER_BLOCK }, (_, index) => ({
      network: 'ERC20',
      to: block % 100 === 0 && index === 0 ? OURS : `0x${(block * LOGS_PER_BLOCK + index + 1).toString(16).padStart(40, 'c')}`,
      amountRaw: '5000000',
    }));
    await node.call('sandbox_transferJointly', { transfers });
  }
}

type Site = { readonly watched: number; readonly db: Db };
type Stretch = { readonly from: number; readonly to: number; readonly logs: number };
type Measured = { readonly ms: number; readonly cpuUs: number };

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Heap after a full collection. */
function heapMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

async function measure(work: () => Promise<unknown>): Promise<Measured> {
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - began, cpuUs: user + system };
}

/** From the first block again, in a running process: its index of watched addresses is loaded once and then updated. */
async function backfill({ db }: Site, poll: BenchPoll): Promise<Measured> {
  await forgetReading(db);
  await poll.begin();
  return measure(poll.readAll);
}

async function rawLogs(node: BenchNode, { from, to }: Stretch): Promise<unknown[]> {
  const address = node.info.networks.ERC20?.contract;
  const filter = { address, fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}`, topics: [TRANSFER] };
  return node.call<unknown[]>('eth_getLogs', [filter]);
}

/** Milliseconds for as many blocks as ours reads, extrapolated from a part of them. It filters by recipients too. */
async function naive(node: BenchNode, { from, to }: Stretch, recipients: readonly Address[]): Promise<number> {
  const client = createPublicClient({ transport: http(node.url) });
  const event = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');
  const address = node.info.networks.ERC20?.contract as `0x${string}`;
  const blocks = Math.min(NAIVE_BLOCKS, to - from + 1);
  const { ms } = await measure(async () => {
    for (let block = from; block < from + blocks; block += 1)
      await client.getLogs({ address, event, args: { to: [...recipients] }, fromBlock: BigInt(block), toBlock: BigInt(block) });
  });
  return (ms / blocks) * (to - from + 1);
}

async function prepareSite(cluster: BenchCluster, watched: number): Promise<Site> {
  const db = createDb({ url: await cluster.createDatabase(`watch_${watched}`), poolMax: 4, applicationName: 'bench' });
  await seedWatched(db, watched);
  return { watched, db };
}

async function run(node: BenchNode, cluster: BenchCluster, context: BenchContext): Promise<readonly BenchRow[]> {
  const blocks = context.pick({ quick: 1_000, default: 2_000, full: 5_000 });
  const from = (await node.head()) + 1;
  await makeNoise(node, blocks);
  const stretch: Stretch = { from, to: from + blocks - 1, logs: blocks * LOGS_PER_BLOCK };
  const sizes = [100, 1_000, 10_000, 100_000];
  const sites: Site[] = [];
  for (const watched of sizes) sites.push(await prepareSite(cluster, watched));
  const pollFor = ({ db }: Site, recipientsMax: number) => createBenchPoll(db, node.settings('ERC20', { startBlock: from, recipientsMax }));
  const polls = new Map(sites.map((site) => [site, pollFor(site, 0)]));
  for (const [site, poll] of polls) {
    const { ms } = await backfill(site, poll);
    context.say(`${site.watched} watched addresses, the first time: ${ms.toFixed(0)} ms`);
  }
  const few = assertDefined(sites[0], 'the smallest site');
  const pollFew = pollFor(few, FEW);
  const recipients = await listWatched(few.db);
  const cpu = new Map<string, number[]>([...sizes.map(String), 'floor'].map((name) => [name, []]));
  const memory: number[] = [];
  const timed = async (name: string, measured: Promise<Measured>): Promise<number> => {
    const { ms, cpuUs } = await measured;
    cpu.get(name)?.push(cpuUs);
    if (name !== 'floor') memory.push(heapMb());
    return ms;
  };
  const figures = await interleave(
    [
      ...sites.map((site) => ({
        name: String(site.watched),
        round: () => timed(String(site.watched), backfill(site, assertDefined(polls.get(site), 'a poll'))),
      })),
      {
        name: 'floor',
        round: () =>
          timed(
            'floor',
            measure(() => rawLogs(node, stretch)),
          ),
      },
      { name: 'few', round: async () => (await backfill(few, pollFew)).ms },
      { name: 'naive', round: () => naive(node, stretch, recipients) },
    ],
    context.pick({ quick: 5, default: 9, full: 9 }),
  );
  const of = (name: string): readonly number[] => figures.get(name) ?? [];
  const rate = (name: string): number => (stretch.logs / median(of(name))) * 1_000;
  const blocksPerSecond = (name: string): number => (blocks / median(of(name))) * 1_000;
  for (const { watched } of sites) context.say(`${watched} watched addresses: ${median(of(String(watched))).toFixed(0)} ms`);
  const ours = '1000';
  const points = sites.map(({ watched }) => ({ size: watched, cost: median(of(String(watched))) }));
  const growth = { slope: logLogSlope(points), sizes, allowed: SLOPE_MAX };
  const cpuOf = (name: string): number => median(cpu.get(name) ?? []) / stretch.logs;
  const grown = Math.max(0, median(memory.slice(-sites.length)) - median(memory.slice(0, sites.length)));
  for (const { db } of sites) await db.close();
  const common = { id: 'B7', unit: 'logs/s', ours: rate(ours) };
  return [
    {
      ...common,
      name: 'backfill against the bare eth_getLogs; growth over watched addresses',
      other: rate('floor'),
      otherName: 'eth_getLogs',
      ratio: rate(ours) / rate('floor'),
      target: 'at least 0.7',
      passes: rate(ours) / rate('floor') >= 0.7,
      growth,
      spread: { ours: spreadOf(of(ours)), other: spreadOf(of('floor')) },
    },
    {
      id: 'B7',
      unit: 'blocks/s',
      name: 'backfill for 100 addresses, asked for by recipient',
      ours: blocksPerSecond('few'),
      other: blocksPerSecond('naive'),
      otherName: 'viem getLogs per block, by recipient too',
      ratio: blocksPerSecond('few') / blocksPerSecond('naive'),
      target: 'at least 20',
      passes: blocksPerSecond('few') / blocksPerSecond('naive') >= 20,
      spread: { ours: spreadOf(of('few')), other: spreadOf(of('naive')) },
    },
    {
      id: 'B7',
      name: 'processor time per log',
      unit: 'µs',
      ours: cpuOf(ours),
      other: cpuOf('floor'),
      otherName: 'fetching and parsing alone',
      ratio: cpuOf(ours) / cpuOf('floor'),
      target: `at most ${CPU_US_MAX} µs`,
      passes: cpuOf(ours) <= CPU_US_MAX,
    },
    {
      id: 'B7',
      name: 'memory held after the last round, beyond the first',
      unit: 'MB',
      ours: grown,
      other: median(memory),
      otherName: 'held',
      ratio: grown / median(memory),
      target: `at most ${MEMORY_MB_MAX} MB`,
      passes: grown <= MEMORY_MB_MAX,
    },
  ];
}

export const bench: Bench = {
  ids: ['B7'],
  run: (context) => withBenchNode((node) => withBenchCluster((cluster) => run(node, cluster, context))),
};
