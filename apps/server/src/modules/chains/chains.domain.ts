import type { Network } from '@stablegate/contract';
import { FAMILY_OF, type NetworkFamily } from '@stablegate/rules';
import type { ReadingFacts } from '@stablegate/rules/networks';
import type { TransferId, UserId } from '../../platform/id-types';

export type Family = NetworkFamily;
export { FAMILY_OF };

/** An address with more transfers per hour is busy: its owner has to prove it, and it is confirmed at the lowest priority. */
export const BUSY_PER_HOUR = 100;

export type TransferState = 'seen' | 'matched' | 'unmatched' | 'ignored' | 'reorged';
/** Why an address is watched; it stays watched until the last reference is removed. */
export type WatchReason = 'wallet' | 'invoice' | 'platform';

export type BlockRef = { readonly number: number; readonly hash: string; readonly time: Date };

/** A transfer as found on chain, free of RPC shapes. */
export type IncomingTransfer = {
  readonly txHash: string;
  /** Identity within the transaction, the same on every node; never a log index. */
  readonly logKey: string;
  /** For display. */
  readonly logIndex: number;
  readonly fromAddress: string;
  readonly toAddress: string;
  readonly toKey: string;
  /** In the token's smallest unit. */
  readonly raw: bigint;
  readonly block: BlockRef;
};

export type Transfer = {
  readonly id: TransferId;
  readonly network: Network;
  readonly family: Family;
  readonly txHash: string;
  readonly logKey: string;
  readonly logIndex: number;
  readonly fromAddress: string;
  readonly toAddress: string;
  readonly toKey: string;
  /** The address's owner; null is the platform. */
  readonly ownerId: UserId | null;
  readonly amountMicros: bigint;
  readonly raw: bigint;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly blockTime: Date;
  readonly state: TransferState;
  readonly reason: string | null;
  readonly seenAt: Date;
  readonly finalAt: Date | null;
};

/** What a node is asked about before a transfer counts as final; recorded here or not. */
export type ProvableTransfer = Pick<Transfer, 'txHash' | 'logKey' | 'toKey' | 'raw' | 'blockNumber' | 'blockHash'> & {
  readonly id: string;
};

/**
 * What happened to a transfer, in order. `seen`: it is in a canonical block, for the first time or again. `reorged`: its block is gone;
 * `wasFinal` if it had been final. `final`: verified again and safe to credit.
 */
export type TransferChange =
  | { readonly kind: 'seen'; readonly revived: boolean; readonly transfer: Transfer }
  | { readonly kind: 'reorged'; readonly wasFinal: boolean; readonly transfer: Transfer }
  | { readonly kind: 'final'; readonly transfer: Transfer };

/** The largest PostgreSQL bigint. */
export const MICROS_MAX = 2n ** 63n - 1n;

export const transferSubject = (transfer: { network: Network; txHash: string; logKey: string }): string =>
  `${transfer.network}:${transfer.txHash}:${transfer.logKey}`;

/**
 * Further blocks may carry the time of the last one read (BSC makes two a second), so only a later time proves that nothing of `time` is
 * unread.
 */
export const hasReadPast = (readThrough: Date | null, time: Date): boolean =>
  readThrough !== null && readThrough.getTime() > time.getTime();

/**
 * Within how long a block of the network is final while nothing is wrong: half as long again as its goal, because finality by epochs takes
 * 13 to 19 minutes on Ethereum.
 */
export function usualFinalityMs({
  finality,
  minDepth,
  confirmations,
  blockMs,
}: Pick<ReadingFacts, 'finality' | 'minDepth' | 'confirmations' | 'blockMs'>): number {
  const blocks = Math.max(confirmations, minDepth, 'depth' in finality ? finality.depth : 0);
  return Math.ceil((blocks * blockMs * 3) / 2);
}

const SLOWDOWN_MAX = 4;

/** Stretches a daily budget that is being used up too fast: up to four times fewer polls. */
export const slowedDown = (paceMs: number, budgetPressure: number): number =>
  Math.round(paceMs * Math.min(SLOWDOWN_MAX, Math.max(1, budgetPressure)));
