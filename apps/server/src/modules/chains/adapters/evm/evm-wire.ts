import type { Family } from '../../chains.domain';
import { RpcError } from '../../rpc/rpc-errors';

export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** A Transfer event of the pinned contract, decoded from a log or a receipt. */
export type DecodedLog = {
  readonly blockNumber: number;
  readonly blockHash: string;
  /** Absent in logs of older nodes: geth and Erigon before 2025, java-tron before April 2026 (java-tron#6671). */
  readonly blockTime?: Date | undefined;
  readonly txHash: string;
  readonly logIndex: number;
  readonly fromKey: string;
  readonly toKey: string;
  readonly raw: bigint;
};
/** With an identity that is the same on every node. */
export type EvmTransferLog = DecodedLog & { readonly logKey: string; readonly fromAddress: string; readonly toAddress: string };
export type EvmHeader = {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly time: Date;
  readonly bloom: string;
  readonly txHashes: readonly string[];
};
export type EvmReceipt = {
  readonly txHash: string;
  readonly succeeded: boolean;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly logs: readonly unknown[];
};

type Fields = Record<string, unknown>;
const HASH = /^0x[0-9a-f]{64}$/;
const QUANTITY = /^0x[0-9a-f]{1,13}$/; // 52 bits: fits every block number and time without losing digits
const ADDRESS_TOPIC = /^0x0{24}[0-9a-f]{40}$/;

const lies = (what: string): RpcError => new RpcError('lying', what);

export function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null) throw new RpcError('garbage', `${what} is not an object`);
  return value as Fields;
}

export function quantity(value: unknown, what: string): number {
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (!QUANTITY.test(text)) throw lies(`${what} is not a block quantity`);
  return Number.parseInt(text, 16);
}

function hash(value: unknown, what: string): string {
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (!HASH.test(text)) throw lies(`${what} is not a hash`);
  return text;
}

export const toHex = (value: number): string => `0x${value.toString(16)}`;
export const toTopic = (key: string): string => `0x${'0'.repeat(24)}${key.slice(2)}`;

/** Null where the node does not have the block (yet). */
export function decodeHeader(value: unknown): EvmHeader | null {
  if (value === null) return null;
  const block = fieldsOf(value, 'a block');
  const seconds = quantity(block.timestamp, 'the time of a block');
  const transactions = Array.isArray(block.transactions) ? block.transactions : [];
  return {
    number: quantity(block.number, 'the number of a block'),
    hash: hash(block.hash, 'the hash of a block'),
    parentHash: hash(block.parentHash, 'the parent of a block'),
    time: new Date(seconds * 1000),
    bloom: typeof block.logsBloom === 'string' ? block.logsBloom : '',
    txHashes: transactions.map((transaction: unknown) => hash(transaction, 'a transaction of a block')),
  };
}

export function decodeReceipt(value: unknown): EvmReceipt | null {
  if (value === null) return null;
  const receipt = fieldsOf(value, 'a receipt');
  return {
    txHash: hash(receipt.transactionHash, 'the transaction of a receipt'),
    succeeded: receipt.status === '0x1',
    blockNumber: quantity(receipt.blockNumber, 'the block number of a receipt'),
    blockHash: hash(receipt.blockHash, 'the block of a receipt'),
    logs: Array.isArray(receipt.logs) ? receipt.logs : [],
  };
}

const sameAddress = (value: unknown, key: string): boolean => value === key || (typeof value === 'string' && value.toLowerCase() === key);

/** Some nodes say 0 where they do not know it (fabric-x-evm#210). */
function timeOf(value: unknown): Date | undefined {
  const seconds = typeof value === 'string' && QUANTITY.test(value) ? Number.parseInt(value, 16) : 0;
  return seconds === 0 ? undefined : new Date(seconds * 1000);
}

/** Undefined for what is no income: another contract, another event, an NFT's four topics, a transfer to oneself. */
export function decodeTransfer(value: unknown, contractKey: string): DecodedLog | undefined {
  const log = fieldsOf(value, 'a log');
  const topics = log.topics;
  if (log.removed === true || !sameAddress(log.address, contractKey) || !Array.isArray(topics)) return undefined;
  if (topics.length !== 3 || topics[0] !== TRANSFER_TOPIC) return undefined;
  const [from, to] = [String(topics[1]).toLowerCase(), String(topics[2]).toLowerCase()];
  if (!ADDRESS_TOPIC.test(from) || !ADDRESS_TOPIC.test(to)) throw lies('a Transfer between what are not addresses');
  if (from === to) return undefined;
  const data = typeof log.data === 'string' ? log.data.toLowerCase() : '';
  if (!HASH.test(data)) throw lies('a Transfer whose value is not 32 bytes');
  return {
    blockNumber: quantity(log.blockNumber, 'the block of a log'),
    blockHash: hash(log.blockHash, 'the block hash of a log'),
    blockTime: timeOf(log.blockTimestamp),
    txHash: hash(log.transactionHash, 'the transaction of a log'),
    logIndex: quantity(log.logIndex, 'the index of a log'),
    fromKey: `0x${from.slice(26)}`,
    toKey: `0x${to.slice(26)}`,
    raw: BigInt(data),
  };
}

/** The pinned contract's transfers in a receipt. */
export const transfersIn = (receipt: EvmReceipt, contractKey: string): DecodedLog[] =>
  receipt.logs.flatMap((value) => decodeTransfer(value, contractKey) ?? []);

export type LogQuery = { readonly family: Family; readonly contractKey: string; readonly from: number; readonly to: number };

/**
 * The transfers to watched addresses among these logs. Recipients are checked before anything is decoded, so an unrelated log costs two
 * comparisons and one set lookup. A log outside the query shows a faulty node.
 */
export function pickTransfers(values: unknown, query: LogQuery, isWatched: (key: string) => boolean): DecodedLog[] {
  if (!Array.isArray(values)) throw new RpcError('garbage', 'the logs are not a list');
  const found: DecodedLog[] = [];
  for (const value of values as unknown[]) {
    const { address, topics } = fieldsOf(value, 'a log');
    if (!sameAddress(address, query.contractKey)) throw lies('a log of a contract that was not asked for');
    const recipient = Array.isArray(topics) && typeof topics[2] === 'string' ? topics[2] : '';
    if (!isWatched(`0x${recipient.slice(26).toLowerCase()}`)) continue;
    const transfer = decodeTransfer(value, query.contractKey);
    if (transfer === undefined) continue;
    if (transfer.blockNumber < query.from || transfer.blockNumber > query.to) throw lies('a log of a block that was not asked for');
    found.push(transfer);
  }
  return found;
}
