import { sql } from 'kysely';
import { createDb, type Db } from '../../../apps/server/src/platform/db/db';
import type { Bench, BenchContext, BenchRow } from '../frame/bench';
import { withBenchCluster } from '../frame/cluster';
import { logLogSlope, median, spreadOf } from '../frame/statistics';
import { type BenchNode, withBenchNode } from './chain-node';
import { type BenchPoll, createBenchPoll } from './chain-poll';
import { OURS, seedWatched } from './watched-data';

/**
 * B9: from a reorganisation to the rows of the new branch, against reading the same blocks for the first time. Each block holds one payment
 * of ours, so every block has something to undo and to find again.
 */
const RATIO_MAX = 2;
const SLOPE_MAX = 1.1; // proportional to the depth, with room for noise

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

async function pay(node: BenchNode, blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) await node.call('sandbox_transfer', { network: 'ERC20', to: OURS, amountRaw: '5000000' });
}

type Times = { readonly replay: number; readonly reorg: number };

/** The same number of payments twice: read as new, then moved to other blocks. */
async function round(node: BenchNode, db: Db, poll: BenchPoll, depth: number): Promise<Times> {
  await pay(node, depth);
  const replay = await timed(poll.readAll);
  await node.call('sandbox_reorg', { depth, keep: true });
  const reorg = await timed(poll.readAll);
  const { rows } = await sql<{ live: number }>`select count(*)::int as live from transfers where state <> 'reorged'`.execute(db.query);
  const head = await node.head();
  const { rows: at } = await sql<{ top: string }>`select max(block_number)::text as top from transfers where state <> 'reorged'`.execute(
    db.query,
  );
  if (rows[0]?.live === 0 || at[0]?.top !== String(head)) throw new Error('a payment was not found again');
  return { replay, reorg };
}

async function run(node: BenchNode, db: Db, context: BenchContext): Promise<readonly BenchRow[]> {
  const depths = [1, 4, 16, 64];
  const rounds = context.pick({ quick: 5, default: 9, full: 15 });
  await seedWatched(db, 1_000);
  const settings = node.settings('ERC20', { startBlock: (await node.head()) + 1, finality: { depth: 200 }, pollMs: 1, blockMs: 12_000 });
  const poll = createBenchPoll(db, settings);
  await poll.begin();
  const times = new Map<number, Times[]>(depths.map((depth) => [depth, []]));
  for (let done = 0; done < rounds; done += 1) for (const depth of depths) times.get(depth)?.push(await round(node, db, poll, depth));
  const of = (depth: number, which: keyof Times): number[] => (times.get(depth) ?? []).map((each) => each[which]);
  const growth = {
    slope: logLogSlope(depths.map((size) => ({ size, cost: median(of(size, 'reorg')) }))),
    sizes: depths,
    allowed: SLOPE_MAX,
  };
  return depths.map((depth): BenchRow => {
    const [ours, other] = [median(of(depth, 'reorg')), median(of(depth, 'replay'))];
    return {
      id: 'B9',
      name: `reorganisation ${depth} deep`,
      unit: 'ms',
      ours,
      other,
      otherName: 'reading the same blocks',
      ratio: ours / other,
      target: `at most ${RATIO_MAX}`,
      passes: ours / other <= RATIO_MAX,
      spread: { ours: spreadOf(of(depth, 'reorg')), other: spreadOf(of(depth, 'replay')) },
      ...(depth === 64 ? { growth } : {}),
    };
  });
}

export const bench: Bench = {
  ids: ['B9'],
  run: (context) =>
    withBenchNode((node) =>
      withBenchCluster(async (cluster) => {
        const db = createDb({ url: await cluster.createDatabase('reorg'), poolMax: 4, applicationName: 'bench' });
        try {
          return await run(node, db, context);
        } finally {
          await db.close();
        }
      }),
    ),
};
