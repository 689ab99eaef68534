import { randomBytes } from 'node:crypto';
import type { Address, Hex } from 'viem';
import type { SandboxAccounts } from './accounts';
import { blocksSince, emptyRun, singleBlockRun } from './block-run';
import { createChainTip, REORG_DEPTH_MAX } from './chain-tip';
import { type ChainHead, INVALID_PARAMS, RpcError } from './chain-types';
import { startHardhatNode } from './hardhat-node';
import { openJournal } from './journal';
import { createMempool, type MinedTransaction, type SignPayment } from './mempool';
import { CHAIN_ID } from './networks';
import { planReplacement } from './reorg-plan';
import { replayRuns } from './replay';
import { createTaskQueue } from './task-queue';

/** The block that deploys the contracts; no reorganisation goes below it. */
export const DEPLOY_BLOCK = 1;

export type ChainOptions = {
  readonly dir: string;
  readonly accounts: SandboxAccounts;
  /** Signed transactions of the first block, asked for once, when the journal is new. */
  readonly deployments: () => Promise<readonly Hex[]>;
  /** With automine a block is mined as soon as a transaction waits; without, the caller mines at a pace of its own. */
  readonly automine: boolean;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Called when memory and journal can no longer agree: the process has to end, its next start continues from the journal. */
  readonly onFatal: (error: unknown) => void;
};

export type Chain = {
  readonly head: () => ChainHead;
  readonly timeOffsetSeconds: () => number;
  readonly read: (method: string, params: readonly unknown[]) => Promise<unknown>;
  readonly mine: (blocks: number) => Promise<ChainHead>;
  readonly reorg: (depth: number, keep: boolean) => Promise<ChainHead>;
  readonly advanceTime: (seconds: number) => Promise<ChainHead>;
  readonly sendRaw: (raw: Hex) => Promise<Hex>;
  /** Signs with the next nonce when the next block is mined; resolves when that block is journaled. */
  readonly pay: (from: Address, sign: SignPayment) => Promise<MinedTransaction>;
  readonly close: () => Promise<void>;
};

export async function createChain(options: ChainOptions): Promise<Chain> {
  const genesisTime = Math.floor(options.clock() / 1000);
  const journal = await openJournal(options.dir, { version: 1, chainId: CHAIN_ID, genesisTime });
  const node = await startHardhatNode(journal.header.genesisTime, options.accounts);
  const tip = await createChainTip(node);
  const mempool = createMempool(node);
  const queue = createTaskQueue();

  const chainTime = (offset = journal.timeOffsetSeconds()) => Math.max(tip.head().time, Math.floor(options.clock() / 1000) + offset);

  /** What callers are told; the tip itself may be a block ahead of the journal. */
  let published = tip.head();
  const publish = (): ChainHead => {
    published = tip.head();
    return published;
  };

  /** A change that fails half-way leaves memory ahead of the journal; nothing may be served from there. */
  const change = <T>(task: () => Promise<T>): Promise<T> =>
    queue.run(async () => {
      try {
        return await task();
      } catch (error) {
        options.onFatal(error);
        throw error;
      }
    });

  const mineNow = async (blocks: number, timeOffsetSeconds?: number): Promise<ChainHead> => {
    const time = chainTime(timeOffsetSeconds);
    await mempool.sendWaiting();
    const hashes = await tip.mineBlock({ time, transactions: [] });
    const first = tip.head();
    const runs = [singleBlockRun(first.number, { time, transactions: mempool.rawOf(hashes) }, first.hash)];
    if (blocks > 1) {
      const times = Array.from({ length: blocks - 1 }, () => time);
      await tip.mineEmpty(times);
      runs.push(emptyRun(first.number + 1, times, tip.head().hash));
    }
    await journal.append({ runs, ...(timeOffsetSeconds !== undefined && { timeOffsetSeconds }) });
    publish();
    await mempool.settle(hashes);
    return published;
  };

  const reorgNow = async (depth: number, keep: boolean): Promise<ChainHead> => {
    const height = tip.head().number - depth;
    const plan = planReplacement(blocksSince(journal.runs, height + 1), keep, chainTime(), `0x${randomBytes(32).toString('hex')}`);
    await tip.rewind(height, journal.runs);
    const runs = [];
    for (const block of plan) {
      const hashes = await tip.mineBlock(block);
      if (hashes.length !== block.transactions.length) throw new Error('a kept transaction did not fit its new block');
      runs.push(singleBlockRun(tip.head().number, block, tip.head().hash));
    }
    await journal.append({ runs });
    publish();
    await mempool.resend();
    return published;
  };

  if (journal.runs.length > 0) await replayRuns(tip, journal.runs);
  else {
    const block = { time: chainTime(), transactions: await options.deployments() };
    await tip.mineBlock(block);
    await journal.append({ runs: [singleBlockRun(DEPLOY_BLOCK, block, tip.head().hash)] });
  }
  publish();

  let flush: Promise<ChainHead> | undefined;
  /** Many callers at once share a block: whoever comes while one is queued goes into that one. */
  const mineSoon = (): Promise<ChainHead> => {
    flush ??= change(() => {
      flush = undefined;
      return mineNow(1);
    });
    return flush;
  };

  return {
    head: () => published,
    timeOffsetSeconds: journal.timeOffsetSeconds,
    read: (method, params) => queue.run(() => node.request(method, ...params)),
    mine: (blocks) => change(() => mineNow(blocks)),
    reorg: (depth, keep) =>
      queue.run(async () => {
        const depthMax = Math.min(REORG_DEPTH_MAX, tip.head().number - DEPLOY_BLOCK);
        if (depth > depthMax) throw new RpcError(INVALID_PARAMS, `depth is at most ${depthMax} now`);
        return reorgNow(depth, keep).catch((error: unknown) => {
          options.onFatal(error);
          throw error;
        });
      }),
    advanceTime: (seconds) => change(() => mineNow(1, journal.timeOffsetSeconds() + seconds)),
    sendRaw: async (raw) => {
      const hash = await queue.run(() => mempool.addRaw(raw));
      if (options.automine) await mineSoon();
      return hash;
    },
    pay: (from, sign) => {
      const mined = mempool.addPayment(from, sign);
      if (options.automine) mineSoon().catch(() => undefined); // a failure ends the process by onFatal
      return mined;
    },
    close: async () => {
      await queue.drained();
      await journal.close();
    },
  };
}
