import type { Now, SimulatedChain, TrueTransfer } from '../node-types';

export type TokenOp = {
  readonly checked: boolean;
  readonly source: string;
  readonly destination: string;
  readonly authority: string;
  readonly mint: string;
  readonly raw: bigint;
};
export type SolanaInstruction =
  | { readonly type: 'token'; readonly op: TokenOp }
  | { readonly type: 'batch'; readonly ops: readonly TokenOp[] }
  | { readonly type: 'createAccount'; readonly payer: string; readonly account: string; readonly owner: string; readonly mint: string }
  | { readonly type: 'program'; readonly programId: string; readonly inner: readonly SolanaInstruction[] };
export type TokenBalance = {
  readonly account: string;
  readonly owner: string;
  readonly mint: string;
  /** Undefined where the account did not exist. */
  readonly before: bigint | undefined;
  readonly after: bigint;
};
export type SolanaVersion = 'legacy' | 0 | 1;
export type SolanaTransaction = {
  readonly signature: string;
  readonly version: SolanaVersion;
  readonly failed: boolean;
  readonly accountKeys: readonly string[];
  readonly instructions: readonly SolanaInstruction[];
  readonly balances: readonly TokenBalance[];
};
export type SolanaBlock = {
  readonly slot: number;
  readonly parentSlot: number;
  readonly height: number;
  readonly blockhash: string;
  readonly previousBlockhash: string;
  readonly timeMs: number;
  readonly transactions: readonly SolanaTransaction[];
};
export type PlacedTransaction = { readonly transaction: SolanaTransaction; readonly block: SolanaBlock; readonly index: number };

/** How the tokens move; `cpi` through another program, `batch` all in one instruction of the token program. */
export type TransferWay = 'transferChecked' | 'transfer' | 'cpi' | 'batch' | 'cpiBatch';
/** Between owners; their token accounts follow from the mint. */
export type SolanaTransferInput = { readonly to: string; readonly raw: bigint; readonly from?: string; readonly mint?: string };
export type SolanaTransactionInput = {
  readonly transfers: readonly SolanaTransferInput[];
  readonly by?: TransferWay;
  readonly version?: SolanaVersion;
  readonly failed?: boolean;
  /** Accounts it names without moving tokens there. */
  readonly mentions?: readonly string[];
};
export type SlotContent = {
  /** One transaction each. */
  readonly transfers?: readonly SolanaTransferInput[];
  readonly transactions?: readonly SolanaTransactionInput[];
  readonly timeMs?: number;
  /** Slots without a block before this one. */
  readonly skip?: number;
  readonly on?: string;
};

export type SolanaChainOptions = {
  readonly seed?: number;
  /** Slots from a confirmed one to the finalized one. */
  readonly finalityDepth?: number;
  readonly startSlot?: number;
  readonly now?: Now;
};
export type SolanaChain = SimulatedChain & {
  readonly network: 'SOLANA';
  readonly mint: string;
  readonly decimals: number;
  readonly genesis: string;
  readonly finalityDepth: number;
  readonly startSlot: number;
  readonly now: Now;
  mine(content?: SlotContent): SolanaBlock;
  mineMany(count: number): void;
  pay(to: string, raw: bigint, more?: Omit<SolanaTransactionInput, 'transfers'>): { readonly txHash: string; readonly block: SolanaBlock };
  /** Puts the newest `depth` slots on an abandoned fork: they are skipped, and kept transactions land in later slots. */
  fork(depth: number, options?: { readonly keep?: boolean | ((transaction: SolanaTransaction) => boolean) }): string;
  /** A transaction dropped by a fork lands after all, in a separate block. */
  land(signature: string): SolanaBlock;
  head(branch?: string): SolanaBlock;
  blocks(branch?: string): readonly SolanaBlock[];
  blockAt(slot: number, branch?: string): SolanaBlock | undefined;
  placesOf(signature: string): readonly PlacedTransaction[];
  /** All transactions that ever named the account, on any branch. */
  mentionsOf(account: string): readonly PlacedTransaction[];
  tokenAccountOf(owner: string, mint?: string): string;
  holdingOf(account: string): { readonly owner: string; readonly mint: string; readonly amount: bigint } | undefined;
  holdingsOf(owner: string): readonly { readonly account: string; readonly mint: string; readonly amount: bigint }[];
  truth(): TrueTransfer[];
};
