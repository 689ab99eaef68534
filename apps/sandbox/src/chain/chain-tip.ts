import type { Hex } from 'viem';
import type { BlockSpec, ChainHead } from './chain-types';
import type { EvmNode } from './evm-node';
import { type BlockRun, blocksSince } from './journal/block-run';

/** Maximum depth of a reorganisation; several times the finality depth of any sandbox network. */
export const REORG_DEPTH_MAX = 256;

/** A snapshot costs the node about 2 KB that it never frees, so one is taken every 16 blocks and the blocks after it are mined again. */
const SNAPSHOT_EVERY = 16;

/**
 * Blocks per hardhat_mine call. Up to 7 it really mines each one (30 µs a block, against 65 for single evm_mine calls); from 8 on it only
 * reserves the middle ones, whose parent hash is then zero and whose hashes differ from single mining.
 */
const MINE_BATCH = 7;

const hex = (value: number): Hex => `0x${value.toString(16)}`;

type NodeBlock = { readonly number: Hex; readonly timestamp: Hex; readonly hash: Hex; readonly transactions: readonly Hex[] };

export type ChainTip = {
  readonly head: () => ChainHead;
  /** Mines one block with the given and all pending transactions; returns the hashes it contains. */
  readonly mineBlock: (block: BlockSpec) => Promise<readonly Hex[]>;
  /** Mines empty blocks at the given times; snapshots only above `snapshotsAbove`. */
  readonly mineEmpty: (times: readonly number[], snapshotsAbove?: number) => Promise<void>;
  /** Goes back to an earlier height; `runs` is the present chain. */
  readonly rewind: (height: number, runs: readonly BlockRun[]) => Promise<void>;
};

export async function createChainTip(node: EvmNode): Promise<ChainTip> {
  const readHead = async (): Promise<ChainHead & { transactions: readonly Hex[] }> => {
    const block = await node.request<NodeBlock>('eth_getBlockByNumber', 'latest', false);
    const { hash, transactions } = block;
    return { number: Number.parseInt(block.number, 16), time: Number.parseInt(block.timestamp, 16), hash, transactions };
  };

  let head: ChainHead = await readHead();
  let snapshots: { height: number; id: Hex }[] = [];

  const takeSnapshot = async (height: number): Promise<void> => {
    snapshots = snapshots.filter((snapshot) => snapshot.height > height - REORG_DEPTH_MAX - SNAPSHOT_EVERY);
    snapshots.push({ height, id: await node.request<Hex>('evm_snapshot') });
  };

  const mineBlock = async (block: BlockSpec): Promise<readonly Hex[]> => {
    for (const raw of block.transactions) await node.request('eth_sendRawTransaction', raw);
    if (block.randao) await node.request('hardhat_setPrevRandao', block.randao);
    await node.request('evm_mine', hex(block.time));
    const { transactions, ...mined } = await readHead();
    head = mined;
    if (head.number % SNAPSHOT_EVERY === 0) await takeSnapshot(head.number);
    return transactions;
  };

  const mineEmpty = async (times: readonly number[], snapshotsAbove = 0): Promise<void> => {
    let height = head.number;
    for (let at = 0; at < times.length; ) {
      const wantsSnapshots = height + MINE_BATCH > snapshotsAbove;
      const batch = evenBatch(times, at, wantsSnapshots ? Math.min(MINE_BATCH, SNAPSHOT_EVERY - (height % SNAPSHOT_EVERY)) : MINE_BATCH);
      await node.request('evm_setNextBlockTimestamp', hex(batch.time));
      await node.request('hardhat_mine', hex(batch.count), hex(batch.step));
      at += batch.count;
      height += batch.count;
      if (wantsSnapshots && height % SNAPSHOT_EVERY === 0) await takeSnapshot(height);
    }
    const { transactions: _, ...mined } = await readHead();
    head = mined;
  };

  const emptyMempool = async (): Promise<void> => {
    const waiting = await node.request<readonly { hash: Hex }[]>('eth_pendingTransactions');
    for (const { hash } of waiting) await node.request('hardhat_dropTransaction', hash);
  };

  const rewind = async (height: number, runs: readonly BlockRun[]): Promise<void> => {
    const snapshot = snapshots.findLast((candidate) => candidate.height <= height);
    if (!snapshot) throw new Error(`no snapshot at or below block ${height}`);
    await node.request('evm_revert', snapshot.id);
    // The node drops the snapshot it returned to, and all later ones.
    snapshots = snapshots.filter((candidate) => candidate.height < snapshot.height);
    await takeSnapshot(snapshot.height);
    await emptyMempool();
    const again = blocksSince(runs, snapshot.height + 1).slice(0, height - snapshot.height);
    for (const block of again) await mineBlock(block);
    const { transactions: _, ...reached } = await readHead();
    head = reached;
  };

  await takeSnapshot(head.number);
  return { head: () => head, mineBlock, mineEmpty, rewind };
}

/** The longest sequence of equally spaced times from `at` on, up to `max` blocks. */
function evenBatch(times: readonly number[], at: number, max: number): { time: number; step: number; count: number } {
  const time = times[at] ?? 0;
  const step = (times[at + 1] ?? time) - time;
  let count = 1;
  while (count < max && times[at + count] === time + step * count) count += 1;
  return { time, step, count };
}
