import { displayAddress } from '../../addresses/addresses';
import type { BlockRef, Family, IncomingTransfer } from '../../chains.domain';
import type { DecodedLog, EvmTransferLog } from './evm-wire';

/** Equal transfers of one transaction so far. */
type Equals = { readonly count: number; readonly last: number };

/**
 * Assigns the identity under which logs of different answers are compared and stored: sender, recipient, value, and the ordinal among equal
 * transfers of the transaction. Nodes number logs within the block or within the transaction (Erigon, TRON's indexers), and the machines
 * behind one address differ, so the number only tells a log from its repetition in one answer. All equal logs of a transaction must be in
 * that answer; they share the recipient, so filtering by recipient keeps them together.
 */
export function identifyLogs(logs: readonly DecodedLog[], family: Family): EvmTransferLog[] {
  const groups = new Map<string, Equals>();
  const identified: EvmTransferLog[] = [];
  for (const log of [...logs].sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)) {
    const fromAddress = displayAddress(family, log.fromKey);
    const toAddress = displayAddress(family, log.toKey);
    const content = `${fromAddress}:${toAddress}:${log.raw}`;
    const name = `${log.blockHash}:${log.txHash}:${content}`;
    const group = groups.get(name) ?? { count: 0, last: -1 };
    if (group.last === log.logIndex) continue;
    identified.push({ ...log, logKey: `${content}:${group.count}`, fromAddress, toAddress });
    groups.set(name, { count: group.count + 1, last: log.logIndex });
  }
  return identified;
}

/** Equal for the same log in two answers; the block hash distinguishes branches. */
export const comparisonKey = (log: EvmTransferLog): string => `${log.blockHash}:${log.txHash}:${log.logKey}`;

export const incomingOf = (log: EvmTransferLog, block: BlockRef): IncomingTransfer => ({
  txHash: log.txHash,
  logKey: log.logKey,
  logIndex: log.logIndex,
  fromAddress: log.fromAddress,
  toAddress: log.toAddress,
  toKey: log.toKey,
  raw: log.raw,
  block,
});
