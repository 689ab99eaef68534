import type { NetworkSettings } from '../../../../config-networks';
import { must } from '../../../../platform/assert';
import { displayAddress } from '../../addresses';
import { type BlockRef, FAMILY_OF, toMicros } from '../../chains.domain';
import type { Endpoint } from '../../rpc/endpoint';
import { type Answered, askAll } from '../../rpc/panel';
import { RpcError } from '../../rpc/rpc-errors';
import type { ChainMemory, ReadRange } from '../chain-adapter';
import { FORK_LEAD } from './branch';
import { confirmedBy, type ReceiptRule, settleDisputes } from './disputes';
import { type NodeView, type RangeAnswer, readHeader, readHeaders, readLogs } from './evm-node';
import type { EvmHeader, EvmTransferLog, LogQuery } from './evm-wire';
import { proveAlone } from './solo-proof';

export type WatchedKeys = { has(key: string): boolean; keys(): Iterable<string>; readonly size: number };

/** The range was too much for a node; it has been made smaller and the caller plans again. */
export class AskForLess extends Error {
  override readonly name = 'AskForLess';
}
/** Nodes are on different branches at the tip, and none leads yet. */
export class NodesDisagree extends Error {
  override readonly name = 'NodesDisagree';
}

export type RangeReader = {
  readonly settings: NetworkSettings;
  readonly contractKey: string;
  readonly rule: ReceiptRule;
  readonly memory: ChainMemory;
  /** Looks up what is watched now; called after the last block of a range is known to exist. */
  readonly refreshWatched: () => Promise<WatchedKeys>;
};

function chunk<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}

async function readLogsOf(endpoint: Endpoint, settings: NetworkSettings, query: LogQuery, watched: WatchedKeys): Promise<RangeAnswer> {
  const isWatched = (key: string) => watched.has(key);
  const groups = () => chunk([...watched.keys()], Math.max(1, settings.recipientsMax));
  try {
    if (watched.size === 0) return { logs: [], boundary: await readHeader(endpoint, query.to) };
    return await readLogs(endpoint, query, watched.size <= settings.recipientsMax ? groups() : undefined, isWatched);
  } catch (error) {
    const isTooMuch = error instanceof RpcError && ['range', 'timeout'].includes(error.fault);
    if (!isTooMuch) throw error;
    const span = query.to - query.from + 1;
    if (span > 1) endpoint.shrinkRange(span);
    if (span > 1 && error.fault === 'range') throw new AskForLess(error.message, { cause: error });
    if (error.fault === 'range' && watched.size > settings.recipientsMax) return readLogs(endpoint, query, groups(), isWatched);
    throw error;
  }
}

/** Everybody has to end the range with the same block, and with the one it had before the logs were read. */
function sameBoundary(answers: readonly Answered<RangeAnswer>[], views: readonly NodeView[], before: EvmHeader): Answered<RangeAnswer>[] {
  const heads = new Map(views.map((view) => [view.endpoint, view.head.number]));
  const agreeing = answers.filter(({ value }) => value.boundary.hash === before.hash);
  const others = answers.filter(({ value }) => value.boundary.hash !== before.hash);
  if (others.length === 0) return agreeing;
  const headOf = (group: typeof answers) => Math.max(-1, ...group.map(({ endpoint }) => heads.get(endpoint) ?? -1));
  if (agreeing.length > 0 && headOf(agreeing) >= headOf(others) + FORK_LEAD) {
    for (const { endpoint } of others) endpoint.failed(new RpcError('behind', 'it is on another branch'));
    return agreeing;
  }
  throw new NodesDisagree(`nodes disagree about block ${before.number}`);
}

/** Rows of ours that the answer lacks: gone with their block, or left out by the nodes, which then are not believed. */
async function checkMissing(
  deps: RangeReader,
  endpoints: readonly Endpoint[],
  query: LogQuery,
  found: readonly EvmTransferLog[],
): Promise<void> {
  const keys = new Set(found.map((log) => `${log.blockHash}:${log.txHash}:${log.logKey}`));
  const known = await deps.memory.liveTransfers(query.from, query.to);
  const missing = known.filter((row) => !keys.has(`${row.blockHash}:${row.txHash}:${row.logKey}`));
  const [first] = endpoints;
  if (missing.length === 0 || first === undefined) return;
  const numbers = [...new Set(missing.map((row) => row.blockNumber))];
  const headers = new Map((await readHeaders(first, numbers)).map((header, index) => [numbers[index], header]));
  const standing = missing.filter((row) => headers.get(row.blockNumber)?.hash === row.blockHash);
  if (standing.length === 0) return;
  for (const endpoint of endpoints) {
    const [leftOut] = await confirmedBy(endpoint, standing, deps.rule);
    if (leftOut === undefined) continue;
    const error = new RpcError('partial', `a transfer of block ${leftOut.blockNumber} was left out`);
    for (const one of endpoints) one.failed(error);
    throw error;
  }
}

/** Gives every log the time of its block, and refuses one whose block is not the canonical one of its height. */
async function withBlocks(endpoint: Endpoint, logs: readonly EvmTransferLog[], boundary: EvmHeader): Promise<Map<number, EvmHeader>> {
  const numbers = [...new Set(logs.map((log) => log.blockNumber))].filter((number) => number !== boundary.number);
  const headers = new Map([[boundary.number, boundary]]);
  for (const header of await readHeaders(endpoint, numbers)) if (header !== null) headers.set(header.number, header);
  for (const log of logs) {
    if (headers.get(log.blockNumber)?.hash === log.blockHash) continue;
    const error = new RpcError('behind', `a transfer is said to be in another block ${log.blockNumber} than the node has`);
    endpoint.failed(error);
    throw error;
  }
  return headers;
}

const refOf = ({ number, hash, time }: EvmHeader): BlockRef => ({ number, hash, time });

/** Reads one stretch of blocks from all chosen nodes and answers only what is proven. */
export async function readRange(
  deps: RangeReader,
  views: readonly NodeView[],
  { from, to, newFrom }: { from: number; to: number; newFrom: number },
): Promise<ReadRange> {
  const { settings, contractKey } = deps;
  const family = FAMILY_OF[settings.network];
  const query = { family, contractKey, from, to };
  const [reader] = views;
  if (reader === undefined) throw new RpcError('unreachable', 'no node is left to read from');
  const before = reader.head.number === to ? reader.head : await readHeader(reader.endpoint, to);
  // Only now, with the last block known to exist: whoever could be paid in it was watched before it was made.
  const watched = await deps.refreshWatched();
  const answers = await askAll(
    views.map((view) => view.endpoint),
    (endpoint) => readLogsOf(endpoint, settings, query, watched),
  );
  const agreeing = sameBoundary(answers, views, before);
  const endpoints = agreeing.map(({ endpoint }) => endpoint);
  const [first] = endpoints;
  if (first === undefined) throw new NodesDisagree(`block ${to} changed while it was read`);
  const withValue = agreeing.map(({ endpoint, value }) => ({ endpoint, value: value.logs.filter((log) => hasValue(log, settings)) }));
  const agreed = await settleDisputes(withValue, deps.rule);
  const logs = endpoints.length > 1 ? agreed : await proveAlone(first, settings, query, watched, agreed);
  const valued = logs.filter((log) => hasValue(log, settings));
  await checkMissing(deps, endpoints, query, valued);
  const headers = await withBlocks(first, valued, before);
  for (const endpoint of endpoints) endpoint.succeeded();
  return {
    from,
    to,
    checkpoint: refOf(before),
    zeroValue: (agreeing[0]?.value.logs ?? []).filter((log) => log.blockNumber >= newFrom && !hasValue(log, settings)).length,
    transfers: valued.map((log) => ({
      txHash: log.txHash,
      logKey: log.logKey,
      logIndex: log.logIndex,
      fromAddress: displayAddress(family, log.fromKey),
      toAddress: displayAddress(family, log.toKey),
      toKey: log.toKey,
      raw: log.raw,
      block: refOf(must(headers.get(log.blockNumber), 'the block of a transfer')),
    })),
  };
}

/** Anyone may "move" nothing from any address to any other, and less than a micro-unit is nothing to us. */
const hasValue = (log: EvmTransferLog, settings: NetworkSettings): boolean => toMicros(log.raw, settings.decimals) > 0n;
