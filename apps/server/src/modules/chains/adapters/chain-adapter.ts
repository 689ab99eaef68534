import type { Queryable } from '../../../platform/db/db';
import type { BlockRef, IncomingTransfer, ProvableTransfer, Transfer } from '../chains.domain';
import type { Answered, Assurance } from '../rpc/panel';

export type ReadCursor = {
  /** The first unread block; null before the first poll. */
  readonly nextBlock: number | null;
  /** The newest block up to which everything was read, with its hash at that time. */
  readonly checkpoint: BlockRef | undefined;
  /** Rescan from here: the nodes disagreed on this block, or it holds a transfer that was not found. */
  readonly rescanFrom?: number | undefined;
  /** Blocks from here on must be read a second time: once a quorum is reachable or, with a single node, after RECHECK_MS. */
  readonly unprovenFrom?: number | undefined;
  /** An invoice is open or a transfer is not final: the network is polled every few seconds, otherwise about once a minute. */
  readonly isOpen: boolean;
};

/** What an adapter may read from our own database. */
export type ChainMemory = {
  /** Newest first. */
  olderCheckpoints(below: number, limit: number): Promise<BlockRef[]>;
  liveTransfers(from: number, to: number): Promise<KnownTransfer[]>;
  /** Whether a transfer of this block or an earlier one is not final yet. */
  awaitsFinality(upTo: number): Promise<boolean>;
};
export type KnownTransfer = Omit<IncomingTransfer, 'block'> & Pick<Transfer, 'blockNumber' | 'blockHash' | 'blockTime' | 'finalAt'>;

/** A verified block range: these transfers exist in it and, unless it is partial, no others. */
export type ReadRange = {
  readonly from: number;
  readonly to: number;
  readonly checkpoint: BlockRef;
  readonly transfers: readonly IncomingTransfer[];
  /** Zero-value transfers (address-poisoning spam): counted, never stored. */
  readonly zeroValue: number;
  /** Rows of this block and later belong to an abandoned branch. */
  readonly rewindTo?: number | undefined;
  /** Only some addresses were queried: transfers missing here may still exist. */
  readonly isPartial?: true;
  /** From here on confirmed by fewer nodes than the quorum, or by a single configured node without proof: to be read a second time. */
  readonly unprovenFrom?: number | undefined;
  /** Adapter state for the next step, saved in the same transaction. */
  readonly save?: (tx: Queryable) => Promise<void>;
};

export type ChainStep = {
  readonly headBlock: number;
  readonly finalBlock: number;
  readonly range: ReadRange | undefined;
  readonly caughtUp: boolean;
  /** Why nothing could be read although there are new blocks: the nodes contradict each other. */
  readonly doubt?: string | undefined;
};

/**
 * final: safe to credit · gone: no longer in a canonical block, read it again · disputed: nodes contradict each other · wait: not known yet.
 */
export type Verdict = 'final' | 'gone' | 'disputed' | 'wait';

/**
 * So many nodes have to answer, and agree; undefined is no answer. Nodes that contradict each other, and those that do not show what another
 * one does, are asked last the next time: where there are more nodes, another one decides.
 */
export function verdictOf<V extends string>(votes: readonly Answered<V | undefined>[], needed: number): V | 'disputed' | 'wait' {
  const given = votes.flatMap(({ value }) => value ?? []);
  const [first] = given;
  if (first !== undefined && given.length >= needed && given.every((value) => value === first)) return first;
  const has = (word: string) => given.some((value) => value === word);
  const isDisputed = has('final') && has('gone');
  for (const { endpoint, value } of votes) if (has('final') && (isDisputed || value !== 'final')) endpoint.disputes += 1;
  return isDisputed ? 'disputed' : 'wait';
}

/** Transfers from any of the senders to any of the recipients, by address keys. */
export type SentSearch = {
  readonly senders: ReadonlySet<string>;
  readonly recipients: ReadonlySet<string>;
  /** Where an earlier search ended, and a time before which nothing was searched: the earlier of the two is where it begins. */
  readonly from: number | undefined;
  readonly since: Date | undefined;
};
export type FoundSent = IncomingTransfer & { readonly fromKey: string };
/** As the nodes list them: candidates, which still need their proof. */
export type SentFindings = {
  /** Oldest first. */
  readonly transfers: readonly FoundSent[];
  /** Where the next search begins: blocks that are not final for some minutes are searched again. */
  readonly nextBlock: number;
  /** Everything up to the newest block was searched. */
  readonly isCaughtUp: boolean;
};

export type WantedTransfer = { readonly from: string; readonly to: string; readonly amountMicros: bigint };

/** The watcher's only interface to a chain. RPC shapes stay behind it. */
export type ChainAdapter = {
  /** Whether a step rereads a disputed block and decides; if not, a transfer reported as gone is recorded as gone immediately. */
  readonly rereads: boolean;
  step(cursor: ReadCursor): Promise<ChainStep>;
  /** Final check before crediting: same log, pinned contract, successful transaction, canonical final block. */
  confirm(transfers: readonly ProvableTransfer[]): Promise<Map<string, Verdict>>;
  /** The transfers of a transaction to watched addresses, as reported by the nodes; undefined when no node knows it. */
  lookUp(txHash: string): Promise<readonly IncomingTransfer[] | undefined>;
  /** The same for one address, watched or not; undefined only when as many nodes as are needed for a payment do not know it. */
  lookUpTo(txHash: string, toKey: string): Promise<readonly IncomingTransfer[] | undefined>;
  /** Searches a bounded part of the chain. */
  findSent(search: SentSearch): Promise<SentFindings>;
  /** An unsigned transaction for a wallet, where wallets do not make it themselves. */
  prepareTransfer?(transfer: WantedTransfer): Promise<Uint8Array>;
  /** Node coverage for the status page and the operators. */
  assurance(): Assurance;
};
