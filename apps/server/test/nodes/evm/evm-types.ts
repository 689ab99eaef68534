import type { Network } from '@stablegate/contract';
import type { Now, SimulatedChain, TrueTransfer } from '../node-types';
import type { EvmBlock, EvmTransaction, EvmTransactionInput, EvmTransferInput } from './evm-blocks';

export type EvmNetwork = Exclude<Network, 'SOLANA'>;
export type EvmChainOptions = {
  readonly network: EvmNetwork;
  readonly seed?: number;
  /** Blocks on top of a final one. */
  readonly finalityDepth?: number;
  readonly startNumber?: number;
  readonly now?: Now;
};
export type BlockContent = {
  /** One transaction each. */
  readonly transfers?: readonly EvmTransferInput[];
  readonly transactions?: readonly EvmTransactionInput[];
  /** Unrelated transactions; about half of them move USDT. */
  readonly background?: number;
  readonly timeMs?: number;
  /** Another branch than the canonical one. */
  readonly on?: string;
};
export type ForkOptions = {
  /** Which of the removed transactions the new branch contains; by default all. */
  readonly keep?: boolean | ((transaction: EvmTransaction) => boolean);
  /** Blocks of the new branch above the common one; by default one more than were removed. */
  readonly length?: number;
};
export type EvmChain = SimulatedChain & {
  readonly network: EvmNetwork;
  readonly isTron: boolean;
  readonly chainId: number;
  readonly decimals: number;
  /** The key of the USDT contract, and its display form. */
  readonly contract: string;
  readonly contractAddress: string;
  readonly finalityDepth: number;
  readonly startNumber: number;
  readonly now: Now;
  mine(content?: BlockContent): EvmBlock;
  mineMany(count: number): void;
  /** Creates a transaction and mines it alone; returns its hash and block. */
  pay(to: string, raw: bigint, more?: Omit<EvmTransferInput, 'to' | 'raw'>): { readonly txHash: string; readonly block: EvmBlock };
  /** Replaces the newest blocks. Returns the name of the abandoned branch, which nodes may still follow. */
  fork(depth: number, options?: ForkOptions): string;
  /** A second branch that begins `depth` blocks below the tip; the canonical one stays. */
  split(depth: number): string;
  head(branch?: string): EvmBlock;
  blocks(branch?: string): readonly EvmBlock[];
  /** Blocks of any branch that contain the transaction. */
  placesOf(txHash: string): readonly EvmBlock[];
  truth(): TrueTransfer[];
};
