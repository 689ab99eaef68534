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
  /** Each is a transaction of its own. */
  readonly transfers?: readonly EvmTransferInput[];
  readonly transactions?: readonly EvmTransactionInput[];
  /** Transactions of strangers; about half of them move USDT. */
  readonly background?: number;
  readonly timeMs?: number;
  /** Another branch than the canonical one. */
  readonly on?: string;
};
export type ForkOptions = {
  /** Which of the removed transactions are in the new branch; all by default. */
  readonly keep?: boolean | ((transaction: EvmTransaction) => boolean);
  /** Blocks of the new branch above the common one; one more than were removed by default. */
  readonly length?: number;
};
export type EvmChain = SimulatedChain & {
  readonly network: EvmNetwork;
  readonly isTron: boolean;
  readonly chainId: number;
  readonly decimals: number;
  /** The key of the USDT contract, and what people write. */
  readonly contract: string;
  readonly contractAddress: string;
  readonly finalityDepth: number;
  readonly startNumber: number;
  readonly now: Now;
  mine(content?: BlockContent): EvmBlock;
  mineMany(count: number): void;
  /** A transaction that is made now and mined by itself; answers its hash and block. */
  pay(to: string, raw: bigint, more?: Omit<EvmTransferInput, 'to' | 'raw'>): { readonly txHash: string; readonly block: EvmBlock };
  /** The newest blocks are replaced. Answers the name of the branch that was left, which nodes may still follow. */
  fork(depth: number, options?: ForkOptions): string;
  /** A second branch that begins so many blocks below the tip; the canonical one stays. */
  split(depth: number): string;
  head(branch?: string): EvmBlock;
  blocks(branch?: string): readonly EvmBlock[];
  /** Blocks of any branch that hold the transaction. */
  placesOf(txHash: string): readonly EvmBlock[];
  truth(): TrueTransfer[];
};
