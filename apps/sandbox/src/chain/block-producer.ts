import { randomBytes } from 'node:crypto';
import { type ChainTip, REORG_DEPTH_MAX } from './chain-tip';
import { type ChainHead, INVALID_PARAMS, RpcError } from './chain-types';
import { blocksSince, emptyRun, singleBlockRun } from './journal/block-run';
import type { Journal } from './journal/journal';
import type { Mempool } from './mempool';
import { planReplacement } from './reorg-plan';

/** The block that deploys the contracts; no reorganisation goes below it. */
export const DEPLOY_BLOCK = 1;

export type BlockProducer = {
  /** Chain time in seconds: the clock's, shifted by what was advanced, and never behind the head. */
  readonly now: (timeOffsetSeconds?: number) => number;
  /** Mines pending transactions and then empty blocks; with an offset, chain time moves permanently. */
  readonly mine: (blocks: number, timeOffsetSeconds?: number) => Promise<ChainHead>;
  /** Empty blocks of these moments of the clock; nothing may be pending. */
  readonly mineEmpty: (clockMs: readonly number[]) => Promise<ChainHead>;
  readonly checkDepth: (depth: number) => void;
  readonly reorg: (depth: number, keep: boolean) => Promise<ChainHead>;
};

/** Each call mines in memory, writes one journal record, and only then resolves. */
export function createBlockProducer(tip: ChainTip, journal: Journal, mempool: Mempool, clock: () => number): BlockProducer {
  const timeAt = (clockMs: number, offset = journal.timeOffsetSeconds()): number =>
    Math.max(tip.head().time, Math.floor(clockMs / 1000) + offset);
  const now = (offset?: number): number => timeAt(clock(), offset);

  const mine = async (blocks: number, timeOffsetSeconds?: number): Promise<ChainHead> => {
    const time = now(timeOffsetSeconds);
    await mempool.sendWaiting();
    const hashes = await tip.mineBlock({ time, transactions: [] });
    const first = tip.head();
    const runs = [singleBlockRun(first.number, { time, transactions: mempool.rawOf(hashes) }, first.hash)];
    if (blocks > 1) {
      const times = Array.from({ length: blocks - 1 }, () => time);
      await tip.mineEmpty(times, first.number + blocks - 2 * REORG_DEPTH_MAX);
      runs.push(emptyRun(first.number + 1, times, tip.head().hash));
    }
    await journal.append({ runs, ...(timeOffsetSeconds !== undefined && { timeOffsetSeconds }) });
    await mempool.settle(hashes);
    return tip.head();
  };

  const mineEmpty = async (clockMs: readonly number[]): Promise<ChainHead> => {
    const first = tip.head().number + 1;
    const times = clockMs.map((ms) => timeAt(ms));
    await tip.mineEmpty(times, first + times.length - 2 * REORG_DEPTH_MAX);
    await journal.append({ runs: [emptyRun(first, times, tip.head().hash)] });
    return tip.head();
  };

  const checkDepth = (depth: number): void => {
    const depthMax = Math.min(REORG_DEPTH_MAX, tip.head().number - DEPLOY_BLOCK);
    if (depth > depthMax) throw new RpcError(INVALID_PARAMS, `depth is at most ${depthMax} now`);
  };

  const reorg = async (depth: number, keep: boolean): Promise<ChainHead> => {
    const height = tip.head().number - depth;
    const plan = planReplacement(blocksSince(journal.runs, height + 1), keep, now(), `0x${randomBytes(32).toString('hex')}`);
    await tip.rewind(height, journal.runs);
    const runs = [];
    for (const block of plan) {
      const hashes = await tip.mineBlock(block);
      if (hashes.length !== block.transactions.length) throw new Error('a kept transaction did not fit its new block');
      runs.push(singleBlockRun(tip.head().number, block, tip.head().hash));
    }
    await journal.append({ runs });
    await mempool.resend();
    return tip.head();
  };

  return { now, mine, mineEmpty, checkDepth, reorg };
}
