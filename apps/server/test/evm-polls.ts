import { DAY_MS } from '@stablegate/rules';
import type { NetworkSettings } from '../src/config';
import { PROFILES } from '../src/config-network-profiles';
import type { ChainAdapter, ReadCursor, ReadRange } from '../src/modules/chains/adapters/chain-adapter';
import { createEvmAdapter } from '../src/modules/chains/adapters/evm/evm-adapter';
import type { BlockRef, IncomingTransfer } from '../src/modules/chains/chains.domain';
import type { BlockContent, EvmChain } from './nodes/evm/evm-types';
import { settingsFor } from './nodes/settings';
import type { SimulatedNode } from './nodes/start-node';

const IDLE_MS = 60_000;

export type Polls = {
  readonly adapter: ChainAdapter;
  /** Per transfer, chain time of the poll that first found it minus its block time. */
  readonly delaysMs: Map<string, number>;
  /** Found and still valid, by transaction and identity. */
  readonly found: Map<string, IncomingTransfer>;
  readonly cursor: { nextBlock: number | null; unprovenFrom: number | undefined };
  /** Advances time, mines blocks at the network's pace, and polls until the adapter has caught up. */
  poll(content?: BlockContent): Promise<ReadRange | undefined>;
  /** No polls for this long: the nodes could not be reached. */
  pause(ms: number): void;
  /** Downtime: no polls for this long; then another process continues from the stored state. */
  away(ms: number, content?: BlockContent): void;
};

export type PollsOptions = {
  readonly chain: EvmChain;
  readonly clock: { readonly now: () => number; advance(ms: number): void };
  readonly nodes: readonly SimulatedNode[];
  readonly watched: readonly string[];
  /** An invoice is open and a transfer awaits finality: the most expensive case. */
  readonly isOpen: boolean;
  readonly changes?: Partial<NetworkSettings>;
};

/** The adapter of a network at mainnet's pace, on simulated nodes and time, with state in memory. */
export function createPolls({ chain, clock, nodes, watched, isOpen, changes = {} }: PollsOptions): Polls {
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
  const cursor: Polls['cursor'] = { nextBlock: null, unprovenFrom: undefined };
  const found = new Map<string, IncomingTransfer>();
  const delaysMs = new Map<string, number>();
  let minedAt = clock.now();
  const newAdapter = () =>
    createEvmAdapter({
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
            .map((transfer) => ({
              ...transfer,
              blockNumber: transfer.block.number,
              blockHash: transfer.block.hash,
              blockTime: transfer.block.time,
              finalAt: null,
            })),
        awaitsFinality: async () => isOpen,
      },
      refreshWatched: async () => keys,
      now: () => new Date(clock.now()),
    });
  let adapter = newAdapter();
  const take = (range: ReadRange): void => {
    for (const [key, { block }] of found) if (block.number >= range.from && block.number <= range.to) found.delete(key);
    for (const transfer of range.transfers) {
      const key = `${transfer.txHash} ${transfer.logKey}`;
      found.set(key, transfer);
      if (!delaysMs.has(key)) delaysMs.set(key, clock.now() - transfer.block.time.getTime());
    }
    const next = range.to + 1;
    const isAtCursor = range.rewindTo !== undefined || next >= (cursor.nextBlock ?? 0);
    const { unprovenFrom = Number.MAX_SAFE_INTEGER } = cursor;
    if (range.unprovenFrom !== undefined) cursor.unprovenFrom = Math.min(unprovenFrom, range.unprovenFrom);
    else if (unprovenFrom >= range.from && unprovenFrom < next) cursor.unprovenFrom = isAtCursor ? undefined : next;
    if (!isAtCursor) return;
    while ((checkpoints.at(-1)?.number ?? -1) >= (range.rewindTo ?? range.to)) checkpoints.pop();
    checkpoints.push(range.checkpoint);
    cursor.nextBlock = next;
  };
  const pass = (ms: number, content: BlockContent): void => {
    clock.advance(ms);
    for (let at = minedAt + blockMs; at <= clock.now(); at += blockMs) {
      chain.mine({ ...content, timeMs: at });
      minedAt = at;
    }
  };
  return {
    get adapter() {
      return adapter;
    },
    cursor,
    found,
    delaysMs,
    pause: (ms) => pass(ms, {}),
    away: (ms, content = {}) => {
      pass(ms, content);
      adapter = newAdapter();
    },
    poll: async (content = {}) => {
      pass(isOpen ? settings.pollMs : IDLE_MS, content);
      for (let steps = 0; steps < 50; steps += 1) {
        const state: ReadCursor = { ...cursor, checkpoint: checkpoints.at(-1), isOpen };
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

/** Calls per day, extrapolated from this many polls. */
export const perDay = (calls: number, polls: number, pollEveryMs: number): number => Math.round((calls * DAY_MS) / (polls * pollEveryMs));
export const IDLE_POLL_MS = IDLE_MS;
