import type { LogNumbers, NodeFaults } from '../node-types';
import { bloomOf, type EvmBlock, type EvmTransaction, logsOf, type PlacedLog } from './evm-blocks';

export const hex = (value: number | bigint): string => `0x${value.toString(16)}`;
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;
const ZERO_HASH = `0x${'0'.repeat(64)}`;
const GAS_USED = 21_000;

/** How the machine that gives this answer numbers its logs. */
export const numbersOf = ({ logNumbers }: NodeFaults): LogNumbers => (typeof logNumbers === 'function' ? logNumbers() : logNumbers);

export const logShape = (log: PlacedLog, numbers: LogNumbers, isTimed = true): object => ({
  address: log.contract,
  topics: log.topics,
  data: log.data,
  blockNumber: hex(log.block.number),
  blockHash: log.block.hash,
  ...(isTimed ? { blockTimestamp: hex(Math.floor(log.block.timeMs / 1000)) } : {}),
  transactionHash: log.transaction.hash,
  transactionIndex: hex(log.transactionIndex),
  logIndex: hex(numbers === 'block' ? log.indexInBlock : log.indexInTransaction),
  removed: false,
});

export const transactionShape = (block: EvmBlock, transaction: EvmTransaction, index: number, chainId: number): object => ({
  blockHash: block.hash,
  blockNumber: hex(block.number),
  chainId: hex(chainId),
  from: transaction.from,
  gas: hex(100_000),
  gasPrice: hex(1_000_000_000),
  hash: transaction.hash,
  input: '0x',
  nonce: '0x0',
  to: transaction.to,
  transactionIndex: hex(index),
  type: '0x0',
  value: '0x0',
  v: '0x1b',
  r: ZERO_HASH,
  s: ZERO_HASH,
});

export const blockShape = (block: EvmBlock, full: boolean, isTron: boolean, chainId: number): object => ({
  number: hex(block.number),
  hash: block.hash,
  parentHash: block.parentHash,
  nonce: '0x0000000000000000',
  sha3Uncles: ZERO_HASH,
  logsBloom: bloomOf(block, logsOf(block), isTron),
  transactionsRoot: ZERO_HASH,
  stateRoot: isTron ? '0x' : ZERO_HASH,
  receiptsRoot: ZERO_HASH,
  miner: ZERO_ADDRESS,
  difficulty: '0x0',
  totalDifficulty: '0x0',
  extraData: '0x',
  size: hex(500 + 200 * block.transactions.length),
  gasLimit: hex(30_000_000),
  gasUsed: hex(GAS_USED * block.transactions.length),
  timestamp: hex(Math.floor(block.timeMs / 1000)),
  transactions: block.transactions.map((transaction, index) =>
    full ? transactionShape(block, transaction, index, chainId) : transaction.hash,
  ),
  uncles: [],
});

export function receiptShape(
  block: EvmBlock,
  transaction: EvmTransaction,
  index: number,
  numbers: LogNumbers,
  isTron: boolean,
  logs: readonly PlacedLog[],
): object {
  return {
    blockHash: block.hash,
    blockNumber: hex(block.number),
    contractAddress: null,
    cumulativeGasUsed: hex(GAS_USED * (index + 1)),
    effectiveGasPrice: hex(1_000_000_000),
    from: transaction.from,
    gasUsed: hex(GAS_USED),
    logs: logs.map((log) => logShape(log, numbers)),
    logsBloom: bloomOf(transaction, transaction.logs, isTron),
    status: transaction.failed ? '0x0' : '0x1',
    to: transaction.to,
    transactionHash: transaction.hash,
    transactionIndex: hex(index),
    type: '0x0',
  };
}
