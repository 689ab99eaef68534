import { bloomBits } from '../../../src/modules/chains/adapters/evm/bloom';
import { digestOf } from '../digests';

export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export type EvmLog = { readonly contract: string; readonly topics: readonly string[]; readonly data: string };
/** The same transaction may be in blocks of several branches. */
export type EvmTransaction = {
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  readonly failed: boolean;
  /** None when it failed. */
  readonly logs: readonly EvmLog[];
};
export type EvmBlock = {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly timeMs: number;
  readonly transactions: readonly EvmTransaction[];
};
/** A log in its block. */
export type PlacedLog = EvmLog & {
  readonly block: EvmBlock;
  readonly transaction: EvmTransaction;
  readonly transactionIndex: number;
  readonly indexInBlock: number;
  readonly indexInTransaction: number;
};

/** Keys are lower case without a prefix byte, on TRON too. */
export type EvmTransferInput = {
  readonly to: string;
  readonly raw: bigint;
  readonly from?: string;
  /** Another contract than USDT: a fake token. */
  readonly contract?: string;
};
export type EvmTransactionInput = { readonly transfers: readonly EvmTransferInput[]; readonly failed?: boolean };

export const toTopic = (key: string): string => `0x${key.slice(2).padStart(64, '0')}`;
const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;

export const transferLog = (contract: string, from: string, to: string, raw: bigint): EvmLog => ({
  contract,
  topics: [TRANSFER_TOPIC, toTopic(from), toTopic(to)],
  data: word(raw),
});

/** TRON's block id begins with the block's number, in eight bytes. */
export function blockHash(isTron: boolean, number: number, ...parts: readonly (string | number)[]): string {
  const digest = digestOf('block', number, ...parts);
  return isTron ? `0x${number.toString(16).padStart(16, '0')}${digest.slice(16)}` : `0x${digest}`;
}

const placed = new WeakMap<EvmBlock, readonly PlacedLog[]>();

export function logsOf(block: EvmBlock): readonly PlacedLog[] {
  const known = placed.get(block);
  if (known !== undefined) return known;
  const logs: PlacedLog[] = [];
  for (const [transactionIndex, transaction] of block.transactions.entries())
    for (const [indexInTransaction, log] of transaction.logs.entries())
      logs.push({ ...log, block, transaction, transactionIndex, indexInBlock: logs.length, indexInTransaction });
  placed.set(block, logs);
  return logs;
}

const ZERO_BLOOM = `0x${'0'.repeat(512)}`;
const blooms = new WeakMap<object, string>();
const bits = new Map<string, readonly number[]>();
const BITS_KEPT = 100_000;

function bitsOf(value: string): readonly number[] {
  const known = bits.get(value) ?? bloomBits(value);
  if (bits.size > BITS_KEPT) bits.clear();
  bits.set(value, known);
  return known;
}

/** By the yellow paper (4.3.1); computed on first use. java-tron serves zeros. */
export function bloomOf(holder: object, logs: readonly EvmLog[], isTron: boolean): string {
  if (isTron || logs.length === 0) return ZERO_BLOOM;
  const known = blooms.get(holder);
  if (known !== undefined) return known;
  const bytes = new Uint8Array(256);
  for (const { contract, topics } of logs)
    for (const value of [contract, ...topics])
      for (const bit of bitsOf(value)) bytes[255 - (bit >> 3)] = (bytes[255 - (bit >> 3)] ?? 0) | (1 << (bit & 7));
  const bloom = `0x${Buffer.from(bytes).toString('hex')}`;
  blooms.set(holder, bloom);
  return bloom;
}
