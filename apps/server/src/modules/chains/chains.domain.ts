import type { Network } from '@stablegate/contract';

/** Networks on which the same key gives the same address: what is owned or watched on one is so on all of them. */
export type Family = 'evm' | 'tron' | 'solana';
export const FAMILY_OF = {
  TRON: 'tron',
  BEP20: 'evm',
  ERC20: 'evm',
  POLYGON: 'evm',
  SOLANA: 'solana',
} as const satisfies Record<Network, Family>;

/** An address with more transfers an hour is busy: it has to be proven, and is confirmed in a lane of its own. */
export const BUSY_PER_HOUR = 100;

export type TransferState = 'seen' | 'matched' | 'unmatched' | 'ignored' | 'reorged';
/** Why an address is watched; rows with other refs keep it watched when one goes. */
export type WatchReason = 'wallet' | 'invoice' | 'platform';

export type BlockRef = { readonly number: number; readonly hash: string; readonly time: Date };

/** What an adapter found on chain; RPC shapes stop there. */
export type IncomingTransfer = {
  readonly txHash: string;
  /** Identity within the transaction, the same whichever node reports it; never built from a bare number on TRON or Solana. */
  readonly logKey: string;
  /** The number shown to people. */
  readonly logIndex: number;
  readonly fromAddress: string;
  readonly toAddress: string;
  readonly toKey: string;
  /** In the token's own smallest unit. */
  readonly raw: bigint;
  readonly block: BlockRef;
};

export type Transfer = {
  readonly id: string;
  readonly network: Network;
  readonly family: Family;
  readonly txHash: string;
  readonly logKey: string;
  readonly logIndex: number;
  readonly fromAddress: string;
  readonly toAddress: string;
  readonly toKey: string;
  /** Who owns the address; null is the platform. */
  readonly ownerId: string | null;
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

/**
 * What happened to a transfer, in the order it happened. `seen`: it is in a canonical block, for the first time or again.
 * `reorged`: its block is gone; when it was final before, `wasFinal` says so. `final`: verified once more and safe to credit.
 */
export type TransferNews =
  | { readonly kind: 'seen'; readonly revived: boolean; readonly transfer: Transfer }
  | { readonly kind: 'reorged'; readonly wasFinal: boolean; readonly transfer: Transfer }
  | { readonly kind: 'final'; readonly transfer: Transfer };

/** The largest PostgreSQL bigint. */
export const MICROS_MAX = 2n ** 63n - 1n;

export const transferSubject = (transfer: { network: Network; txHash: string; logKey: string }): string =>
  `${transfer.network}:${transfer.txHash}:${transfer.logKey}`;

/**
 * Blocks still to come may carry the time of the last one read (BSC makes two a second), so only a later time proves that
 * nothing of `time` is left unread.
 */
export const hasReadPast = (readThrough: Date | null, time: Date): boolean =>
  readThrough !== null && readThrough.getTime() > time.getTime();

const SLOWDOWN_MAX = 4;

/** A day's budget that is being used up too fast is stretched: up to four times fewer looks, so that it lasts longer. */
export const slowedDown = (paceMs: number, budgetPressure: number): number =>
  Math.round(paceMs * Math.min(SLOWDOWN_MAX, Math.max(1, budgetPressure)));
