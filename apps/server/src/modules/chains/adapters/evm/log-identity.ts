import { displayAddress } from '../../addresses/addresses';
import type { Family } from '../../chains.domain';
import { RpcError } from '../../rpc/rpc-errors';
import type { DecodedLog, EvmTransferLog } from './evm-wire';

type Group = { count: number };

/**
 * Assigns the identity under which logs of different nodes are compared and stored. On EVM networks a log's index in its block is part of
 * the protocol. TRON nodes and indexers number within the block or within the transaction, so there the number only orders the logs of one
 * transaction, and equal transfers (from, to, value) are counted. All equal logs of a transaction must be in the answer; they share the
 * recipient, so filtering by recipient keeps them together.
 */
export function identifyLogs(logs: readonly DecodedLog[], family: Family): EvmTransferLog[] {
  const distinct = new Map<string, DecodedLog>();
  for (const log of logs) {
    const place = `${log.blockHash}:${log.txHash}:${log.logIndex}`;
    const other = distinct.get(place);
    if (other !== undefined && (other.fromKey !== log.fromKey || other.toKey !== log.toKey || other.raw !== log.raw))
      throw new RpcError('lying', `two different logs with the number ${log.logIndex} in one transaction`);
    distinct.set(place, log);
  }
  if (family !== 'tron') return [...distinct.values()].map((log) => ({ ...log, logKey: String(log.logIndex) }));
  const groups = new Map<string, Group>();
  return [...distinct.values()]
    .sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
    .map((log) => {
      const content = `${displayAddress(family, log.fromKey)}:${displayAddress(family, log.toKey)}:${log.raw}`;
      const name = `${log.blockHash}:${log.txHash}:${content}`;
      const group = groups.get(name) ?? { count: 0 };
      groups.set(name, group);
      const logKey = `${content}:${group.count}`;
      group.count += 1;
      return { ...log, logKey };
    });
}

/** Equal for the same log in two answers; the block hash distinguishes branches. */
export const comparisonKey = (log: EvmTransferLog): string =>
  `${log.blockHash}:${log.txHash}:${log.logKey}:${log.fromKey}:${log.toKey}:${log.raw}`;
