import type { Queryable } from '../../../platform/db/db';
import type { BlockRef, IncomingTransfer, Transfer } from '../chains.domain';
import type { Assurance } from '../rpc/panel';

/** Where reading goes on. */
export type ReadCursor = {
  /** The first block not read yet; null before the first time. */
  readonly nextBlock: number | null;
  /** The newest block up to which everything was read, with the hash it had then. */
  readonly checkpoint: BlockRef | undefined;
  /** Read again from here: something in this block was doubted, or it holds a transfer that was not found. */
  readonly rescanFrom?: number | undefined;
  /** Blocks from here on have to be read once more: when there are enough nodes, or after a while where there is only one. */
  readonly unprovenFrom?: number | undefined;
  /** Somebody may pay right now: an invoice is open or a transfer is not final. Looks come fast then, else about once a minute. */
  readonly isOpen: boolean;
};

/** What an adapter may ask of our own memory. */
export type ChainMemory = {
  /** Newest first. */
  olderCheckpoints(below: number, limit: number): Promise<BlockRef[]>;
  liveTransfers(from: number, to: number): Promise<KnownTransfer[]>;
  /** Whether a transfer waits to become final. */
  awaitsFinality(): Promise<boolean>;
};
export type KnownTransfer = Pick<Transfer, 'txHash' | 'logKey' | 'blockNumber' | 'blockHash' | 'blockTime' | 'toKey' | 'raw'>;

/** A stretch of blocks, read and proven: within it these transfers exist and, unless it is partial, no others. */
export type ReadRange = {
  readonly from: number;
  readonly to: number;
  readonly checkpoint: BlockRef;
  readonly transfers: readonly IncomingTransfer[];
  /** Transfers of nothing, with which spammers write into histories; counted, never stored. */
  readonly zeroValue: number;
  /** What was known of blocks from here on belongs to a branch that was left. */
  readonly rewindTo?: number | undefined;
  /** Only some addresses were asked: what is not among the transfers may exist all the same. */
  readonly isPartial?: true;
  /** From here on the word of too few nodes, not proven by the blocks themselves: to be read once more. */
  readonly unprovenFrom?: number | undefined;
  /** What the adapter keeps for its next step, written in the same transaction. */
  readonly save?: (tx: Queryable) => Promise<void>;
};

export type ChainStep = {
  readonly headBlock: number;
  readonly finalBlock: number;
  readonly range: ReadRange | undefined;
  readonly caughtUp: boolean;
  /** Why nothing could be read although there is something, when nodes contradict each other. */
  readonly doubt?: string | undefined;
};

/** final: safe to credit · gone: no longer in a canonical block, read it again · wait: nobody can say yet. */
export type Verdict = 'final' | 'gone' | 'wait';

/** All that the watcher knows of a chain. RPC shapes stop behind it. */
export type ChainAdapter = {
  /** Whether a step reads a doubted block again and finds out; if not, what is gone is recorded as such at once. */
  readonly rereads: boolean;
  step(cursor: ReadCursor): Promise<ChainStep>;
  /** Once more before it counts: the same log, of the pinned contract, in a transaction that succeeded, in a canonical final block. */
  confirm(transfers: readonly Transfer[]): Promise<Map<string, Verdict>>;
  /** What a transaction moved to watched addresses by the nodes' word; undefined when no node knows it. */
  lookUp(txHash: string): Promise<readonly IncomingTransfer[] | undefined>;
  /** What stands behind the answers at present, for the status page and the operators. */
  assurance(): Assurance;
};
