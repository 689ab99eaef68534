import type { IncomingTransfer } from '../../chains.domain';
import type { Endpoint } from '../../rpc/endpoint';
import { askAll } from '../../rpc/panel';
import { RpcError } from '../../rpc/rpc-errors';
import type { ChainAdapter } from '../chain-adapter';
import type { ReceiptRule } from './disputes';
import { readHeader, readReceipts } from './evm-node';
import { type EvmHeader, type EvmTransferLog, transfersIn } from './evm-wire';
import { comparisonKey, identifyLogs, incomingOf } from './log-identity';
import type { WatchedKeys } from './plan-range';

type LookUpDeps = {
  readonly rule: ReceiptRule;
  readonly isWanted: (toKey: string) => boolean;
  /** Nodes that have to show the same. */
  readonly needed: number;
  /** Nodes that have to answer before a transaction counts as unknown. */
  readonly neededToMiss: number;
};

type Found = { readonly logs: readonly EvmTransferLog[]; readonly header: EvmHeader };
const HASH = /^0x[0-9a-f]{64}$/;

/** One node's answer: the transfers of a successful transaction in a block that is canonical there. */
async function ask(endpoint: Endpoint, txHash: string, { rule, isWanted }: LookUpDeps): Promise<Found | undefined> {
  const [receipt] = await readReceipts(endpoint, [txHash]);
  if (receipt === null || receipt === undefined) return undefined;
  const header = await readHeader(endpoint, receipt.blockNumber);
  if (header.hash !== receipt.blockHash) throw new RpcError('behind', `block ${receipt.blockNumber} is being replaced`);
  const logs = receipt.succeeded ? identifyLogs(transfersIn(receipt, rule.contractKey), rule.family) : [];
  return { header, logs: logs.filter((log) => isWanted(log.toKey) && log.raw > 0n) };
}

/** The transfers of a transaction to wanted addresses that any node shows; a quorum of nodes has to have it, in the same block. */
async function lookUp(deps: LookUpDeps, panel: readonly Endpoint[], named: string): Promise<readonly IncomingTransfer[] | undefined> {
  const txHash = `0x${named.toLowerCase().replace(/^0x/, '')}`; // TRON explorers omit the prefix
  if (!HASH.test(txHash)) return undefined;
  const answers = await askAll(panel, (endpoint) => ask(endpoint, txHash, deps));
  const known = answers.flatMap(({ value }) => value ?? []);
  const [first] = known;
  if (first === undefined && answers.length < deps.neededToMiss) throw new RpcError('behind', 'not enough nodes answered');
  if (first === undefined) return undefined;
  const isOneBlock = known.every(({ header }) => header.hash === first.header.hash);
  if (!isOneBlock || known.length < deps.needed) throw new RpcError('behind', 'not enough nodes show the same transaction yet');
  const { number, hash, time } = first.header;
  const logs = new Map(known.flatMap((found) => found.logs.map((log) => [comparisonKey(log), log])));
  return [...logs.values()].map((log) => incomingOf(log, { number, hash, time }));
}

export type LookUpParts = {
  readonly rule: ReceiptRule;
  readonly refreshWatched: () => Promise<WatchedKeys>;
  readonly panelOf: () => Promise<readonly Endpoint[]>;
  readonly needed: () => number;
};

export const createLookUp = ({ rule, refreshWatched, panelOf, needed }: LookUpParts): Pick<ChainAdapter, 'lookUp' | 'lookUpTo'> => ({
  lookUp: async (txHash) => {
    const watched = await refreshWatched();
    return lookUp({ rule, isWanted: (key) => watched.has(key), needed: needed(), neededToMiss: 1 }, await panelOf(), txHash);
  },
  lookUpTo: async (txHash, toKey) =>
    lookUp({ rule, isWanted: (key) => key === toKey, needed: needed(), neededToMiss: needed() }, await panelOf(), txHash),
});
