import type { NetworkSettings } from '../src/config';
import { PROFILES } from '../src/config-network-profiles';
import type { ChainAdapter, ReadCursor, ReadRange } from '../src/modules/chains/adapters/chain-adapter';
import { createEvmAdapter } from '../src/modules/chains/adapters/evm/evm-adapter';
import type { BlockRef, IncomingTransfer } from '../src/modules/chains/chains.domain';
import type { BlockContent, EvmChain } from './nodes/evm/evm-types';
import { settingsFor } from './nodes/settings';
import type { SimulatedNode } from './nodes/start-node';

const DAY_MS = 86_400_000;
const IDLE_MS = 60_000;

export type Looks = {
  readonly adapter: ChainAdapter;
  /** Chain time of the look at which each transfer was first found, less the time of its block. */
  readonly delaysMs: Map<string, number>;
  /** What was found and is standing, by transaction and identity. */
  readonly found: Map<string, IncomingTransfer>;
  readonly cursor: { nextBlock: number | null };
  /** Time passes, blocks are made at the network's pace, and the adapter looks, until it has caught up. */
  look(content?: BlockContent): Promise<ReadRange | undefined>;
};

export type LooksOptions = {
  readonly chain: EvmChain;
  readonly clock: { readonly now: () => number; advance(ms: number): void };
  readonly nodes: readonly SimulatedNode[];
  readonly watched: readonly string[];
  /** An invoice is open, and something waits to become final: the dearest case. */
  readonly isOpen: boolean;
  readonly changes?: Partial<NetworkSettings>;
};

/** The adapter of a network at mainnet's pace, on simulated nodes and simulated time; its memory is this object. */
export function createLooks({ chain, clock, nodes, watched, isOpen, changes = {} }: LooksOptions): Looks {
  const { blockMs, pollMs, tipMargin } = PROFILES.mainnet[chain.network];
  const settings = settingsFor(chain, nodes, {
    blockMs,
    pollMs,
    tipMargin,
    startBlock: chain.startNumber,
    requestTimeoutMs: 30_000,
    ...changes,
  });
  const keys = new Set(watched);
  const checkpoints: BlockRef[] = [];
  const cursor = { nextBlock: null as number | null };
  const found = new Map<string, IncomingTransfer>();
  const delaysMs = new Map<string, number>();
  let minedAt = clock.now();
  const adapter = createEvmAdapter({
    settings,
    memory: {
      olderCheckpoints: async (below, limit) =>
        checkpoints
          .filter(({ number }) => number < below)
          .slice(-limit)
          .reverse(),
      liveTransfers: async (from, to) =>
        [...found.values()]
          .filter(({ block }) => block.number >= from && block.number <= to)
          .map((transfer) => ({ ...transfer, blockNumber: transfer.block.number, blockHash: transfer.block.hash })),
      awaitsFinality: async () => isOpen,
    },
    refreshWatched: async () => keys,
    now: () => new Date(clock.now()),
  });
  const take = (range: ReadRange): void => {
    for (const [key, { block }] of found) if (block.number >= range.from && block.number <= range.to) found.delete(key);
    for (const transfer of range.transfers) {
      const key = `${transfer.txHash} ${transfer.logKey}`;
      found.set(key, transfer);
      if (!delaysMs.has(key)) delaysMs.set(key, clock.now() - transfer.block.time.getTime());
    }
    while ((checkpoints.at(-1)?.number ?? -1) >= (range.rewindTo ?? range.to)) checkpoints.pop();
    checkpoints.push(range.checkpoint);
    cursor.nextBlock = range.to + 1;
  };
  return {
    adapter,
    cursor,
    found,
    delaysMs,
    look: async (content = {}) => {
      clock.advance(isOpen ? settings.pollMs : IDLE_MS);
      for (let at = minedAt + blockMs; at <= clock.now(); at += blockMs) {
        chain.mine({ ...content, timeMs: at });
        minedAt = at;
      }
      for (let steps = 0; steps < 50; steps += 1) {
        const state: ReadCursor = { nextBlock: cursor.nextBlock, checkpoint: checkpoints.at(-1), isOpen };
        const { range, caughtUp, doubt } = await adapter.step(state);
        if (doubt !== undefined) throw new Error(doubt);
        if (range !== undefined) take(range);
        if (caughtUp) return range;
      }
      throw new Error('50 steps were not enough to catch up');
    },
  };
}

export const totalOf = (node: SimulatedNode): number => [...node.calls.values()].reduce((sum, count) => sum + count, 0);

/** What this many looks cost, for a whole day. */
export const perDay = (calls: number, looks: number, lookMs: number): number => Math.round((calls * DAY_MS) / (looks * lookMs));
export const IDLE_LOOK_MS = IDLE_MS;
