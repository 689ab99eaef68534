import type { Address, Hex } from 'viem';
import type { SandboxAccounts } from './accounts';
import { createBlockProducer } from './block-producer';
import { createChainTip } from './chain-tip';
import type { ChainHead } from './chain-types';
import { startEvmNode } from './evm-node';
import { singleBlockRun } from './journal/block-run';
import { type Journal, openJournal } from './journal/journal';
import { replayRuns } from './journal/replay';
import { createTaskQueue } from './journal/task-queue';
import { createMempool, type MinedTransaction, type SignPayment } from './mempool';
import { CHAIN_ID } from './networks';

export type ChainOptions = {
  readonly dir: string;
  readonly accounts: SandboxAccounts;
  /** Signed transactions that deploy the contracts, without the first `made`. */
  readonly deployments: (made: number) => Promise<readonly Hex[]>;
  /** With automine a block is mined as soon as a transaction is pending; otherwise the caller decides when to mine. */
  readonly automine: boolean;
  /** Without automine: a transaction is pending. */
  readonly onPending?: () => void;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Called for every new head before it can be read. */
  readonly onHead?: (head: ChainHead) => Promise<void>;
  /** Anything but an empty block of the clock can be read now. */
  readonly onNews?: () => void;
  /** Called when memory and journal diverge: the process has to end, its next start continues from the journal. */
  readonly onFatal: (error: unknown) => void;
};

export type Chain = {
  readonly head: () => Promise<ChainHead>;
  readonly timeOffsetSeconds: () => number;
  readonly read: (method: string, params: readonly unknown[]) => Promise<unknown>;
  readonly mine: (blocks: number) => Promise<ChainHead>;
  /** Empty blocks of these moments, in milliseconds since 1970; one block with what is pending if there is something. */
  readonly mineEmpty: (timesMs: readonly number[]) => Promise<ChainHead>;
  readonly hasPending: () => boolean;
  readonly reorg: (depth: number, keep: boolean) => Promise<ChainHead>;
  readonly advanceTime: (seconds: number) => Promise<ChainHead>;
  /** The next block, shared by concurrent callers. */
  readonly mineSoon: () => Promise<ChainHead>;
  readonly sendRaw: (raw: Hex) => Promise<Hex>;
  /** Signs with the next nonce when the next block is mined; resolves when that block is journaled. */
  readonly pay: (from: Address, sign: SignPayment) => Promise<MinedTransaction>;
  readonly close: () => Promise<void>;
};

/** A node at the end of its journal, with all contracts deployed: a network that an older version did not have gets its token now. */
async function openChain(journal: Journal, { accounts, deployments, clock }: ChainOptions) {
  const node = await startEvmNode(journal.header.genesisTime, accounts);
  const tip = await createChainTip(node);
  const mempool = createMempool(node);
  const producer = createBlockProducer(tip, journal, mempool, clock);
  if (journal.runs.length > 0) await replayRuns(tip, journal.runs);
  const made = Number(await node.request<Hex>('eth_getTransactionCount', accounts.faucet.address, 'latest'));
  const transactions = await deployments(made);
  if (transactions.length > 0) {
    const block = { time: producer.now(), transactions };
    await tip.mineBlock(block);
    await journal.append({ runs: [singleBlockRun(tip.head().number, block, tip.head().hash)] });
  }
  return { node, tip, mempool, producer };
}

/** Concurrent callers share a block: calls while one is queued go into that one. */
function createMineSoon(change: (task: () => Promise<ChainHead>) => Promise<ChainHead>, mine: () => Promise<ChainHead>) {
  let queued: Promise<ChainHead> | undefined;
  return (): Promise<ChainHead> => {
    queued ??= change(() => {
      queued = undefined;
      return mine();
    });
    return queued;
  };
}

export async function createChain(options: ChainOptions): Promise<Chain> {
  const genesisTime = Math.floor(options.clock() / 1000);
  const journal = await openJournal(options.dir, { version: 1, chainId: CHAIN_ID, genesisTime });
  const { node, tip, mempool, producer } = await openChain(journal, options).catch(async (error: unknown) => {
    await journal.close();
    throw error;
  });
  const queue = createTaskQueue();
  await options.onHead?.(tip.head());

  /** A change that fails half-way leaves memory ahead of the journal, which must not be served; `check` may refuse it before. */
  const extend = (task: () => Promise<ChainHead>, check: () => void = () => undefined): Promise<ChainHead> =>
    queue.run(async () => {
      check();
      try {
        const head = await task();
        await options.onHead?.(head);
        return head;
      } catch (error) {
        options.onFatal(error);
        throw error;
      }
    });
  const change: typeof extend = async (task, check) => {
    const head = await extend(task, check);
    options.onNews?.();
    return head;
  };

  const mineSoon = createMineSoon(change, () => producer.mine(1));

  return {
    head: () => queue.run(async () => tip.head()),
    timeOffsetSeconds: journal.timeOffsetSeconds,
    read: (method, params) => queue.run(() => node.request(method, ...params)),
    mine: (blocks) => change(() => producer.mine(blocks)),
    mineEmpty: (timesMs) => extend(() => (mempool.isEmpty() ? producer.mineEmpty(timesMs) : producer.mine(1))),
    hasPending: () => !mempool.isEmpty(),
    reorg: (depth, keep) =>
      change(
        () => producer.reorg(depth, keep),
        () => producer.checkDepth(depth),
      ),
    advanceTime: (seconds) => change(() => producer.mine(1, journal.timeOffsetSeconds() + seconds)),
    mineSoon,
    sendRaw: async (raw) => {
      const hash = await queue.run(() => mempool.addRaw(raw));
      if (options.automine) await mineSoon();
      else options.onPending?.();
      return hash;
    },
    pay: (from, sign) => {
      const mined = mempool.addPayment(from, sign);
      if (options.automine)
        mineSoon().catch(() => undefined); // a failure ends the process through onFatal
      else options.onPending?.();
      return mined;
    },
    close: async () => {
      await queue.drained();
      await journal.close();
    },
  };
}
