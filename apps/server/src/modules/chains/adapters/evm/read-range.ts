import { microsOfUnits } from '@stablegate/rules';
import type { NetworkSettings } from '../../../../config-networks';
import { assertDefined } from '../../../../platform/assert';
import { type BlockRef, FAMILY_OF, type IncomingTransfer } from '../../chains.domain';
import type { Endpoint } from '../../rpc/endpoint';
import { type Answered, askAll } from '../../rpc/panel';
import { RpcError } from '../../rpc/rpc-errors';
import type { ChainMemory, KnownTransfer, ReadCursor, ReadRange } from '../chain-adapter';
import { linkNumberOf, NodesDisagree, requireLink, sameBoundary } from './boundary';
import { proofsBy, type ReceiptRule, settleDisputes } from './disputes';
import { type NodeView, type RangeAnswer, readHeaders, readLogs } from './evm-node';
import type { EvmHeader, EvmTransferLog, LogQuery } from './evm-wire';
import { incomingOf } from './log-identity';
import type { Plan, WatchedKeys } from './plan-range';
import { proveAlone, soloModeOf } from './solo-proof';

/** The range was too large for a node; the limit has been reduced and the caller plans again. */
export class AskForLess extends Error {
  override readonly name = 'AskForLess';
}

export type RangeReader = {
  readonly settings: NetworkSettings;
  readonly contractKey: string;
  readonly rule: ReceiptRule;
  /** Nodes that should agree; with fewer the range is unproven. */
  readonly quorum: number;
  readonly memory: ChainMemory;
  /** Reloads the watched addresses; called once the last block of a range is known to exist. */
  readonly refreshWatched: () => Promise<WatchedKeys>;
};
/** One reading: `isLinked` when the checkpoint was already compared, `linkTurn` selects the node that is asked for it. */
export type Reading = {
  readonly cursor: ReadCursor;
  readonly plan: Plan;
  readonly isLinked: boolean;
  readonly linkTurn: number;
  /** The second reading of a single node's blocks: the repeated answer is the proof. */
  readonly isAgain: boolean;
};

/** Up to this many groups are queried one by one; beyond, all transfers of the contract are read and filtered here. */
const GROUPS_MAX = 4;

export function chunk<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}

type LogsOf = { readonly query: LogQuery; readonly watched: WatchedKeys; readonly linkNumber: number | undefined };

/** A node's limits are learned from its refusals: fewer blocks or fewer recipients per call. */
export function learnFrom(error: unknown, endpoint: Endpoint, { query, watched }: Pick<LogsOf, 'query' | 'watched'>): void {
  if (!(error instanceof RpcError)) return;
  const span = Math.min(endpoint.range(), query.to - query.from + 1);
  const named = Math.min(endpoint.recipients(), watched.size);
  if (['range', 'timeout'].includes(error.fault) && span > 1) endpoint.shrinkRange(span);
  if (error.fault === 'filter' && named > 1) endpoint.shrinkRecipients(named);
  const isLess = (error.fault === 'range' && span > 1) || (error.fault === 'filter' && named > 1);
  if (isLess) throw new AskForLess(error.message, { cause: error });
}

async function readLogsOf(endpoint: Endpoint, asked: LogsOf): Promise<RangeAnswer> {
  const { query, watched, linkNumber } = asked;
  const groups = chunk([...watched.keys()], endpoint.recipients());
  const request = { query, isWatched: (key: string) => watched.has(key), linkNumber };
  const isFiltered = groups.length <= GROUPS_MAX;
  try {
    return await readLogs(endpoint, { ...request, recipientGroups: isFiltered ? groups : undefined });
  } catch (error) {
    learnFrom(error, endpoint, asked);
    const isOneBlock = error instanceof RpcError && error.fault === 'range';
    if (isOneBlock && !isFiltered) return readLogs(endpoint, { ...request, recipientGroups: groups });
    throw error;
  }
}

/** Adds the addresses of known rows that are no longer watched: otherwise those rows would look as if the nodes had left them out. */
function withKeysOf(known: readonly KnownTransfer[], watched: WatchedKeys): WatchedKeys {
  const others = known.filter(({ toKey }) => !watched.has(toKey));
  return others.length === 0 ? watched : new Set([...watched.keys(), ...others.map(({ toKey }) => toKey)]);
}

type Kept = { readonly row: KnownTransfer; readonly isShown: boolean };

/**
 * Our rows that the answer lacks, and that stay nevertheless. A row goes with its block, or when the quorum's receipts deny it; what a
 * receipt shows stays, whatever the logs say. A block's hash covers its contents, so a final row whose block stands is never removed: the
 * nodes have lost its receipt (pruned history). Fewer nodes than the quorum remove neither a final row nor one whose block stands.
 */
async function checkMissing(
  { rule, quorum }: RangeReader,
  endpoints: readonly Endpoint[],
  found: readonly EvmTransferLog[],
  known: readonly KnownTransfer[],
): Promise<Kept[]> {
  const keys = new Set(found.map((log) => `${log.blockHash}:${log.txHash}:${log.logKey}`));
  const missing = known.filter((row) => !keys.has(`${row.blockHash}:${row.txHash}:${row.logKey}`));
  const [first] = endpoints;
  if (missing.length === 0 || first === undefined) return [];
  const numbers = [...new Set(missing.map((row) => row.blockNumber))];
  const headers = new Map((await readHeaders(first, numbers)).map((header, index) => [numbers[index], header]));
  const standing = missing.filter((row) => headers.get(row.blockNumber)?.hash === row.blockHash);
  const proofs = await Promise.all(endpoints.map((endpoint) => proofsBy(endpoint, standing, rule)));
  const isQuorum = endpoints.length >= quorum;
  return missing.flatMap((row) => {
    const isMoved = found.some(({ txHash, blockHash }) => txHash === row.txHash && blockHash !== row.blockHash);
    const [isFinal, stands] = [row.finalAt !== null, standing.includes(row)];
    const isShown = proofs.some((proof) => proof.get(row) === 'shown');
    const isDenied = proofs.every((proof) => proof.get(row) === 'denied');
    if (isShown) for (const endpoint of endpoints) endpoint.disputes += 1;
    const stays = isQuorum ? stands && (isFinal || !isDenied) : isFinal || stands;
    return stays && !isMoved ? [{ row, isShown }] : [];
  });
}

/**
 * Adds the block time to every log, and rejects a log whose block is not canonical. Blocks fetched for earlier transfers are reused:
 * otherwise the overlap would fetch each payment's block three times. Nor is a block fetched up to `timedTo` where the log names its time:
 * that is one call less for every payment.
 */
async function withBlocks(
  endpoint: Endpoint,
  logs: readonly EvmTransferLog[],
  { boundary, timedTo }: { readonly boundary: BlockRef; readonly timedTo: number },
  known: readonly KnownTransfer[],
): Promise<Map<string, BlockRef>> {
  const blocks = new Map<string, BlockRef>([[boundary.hash, boundary]]);
  for (const { blockNumber: number, blockHash: hash, blockTime: time } of known) blocks.set(hash, { number, hash, time });
  for (const { blockNumber: number, blockHash: hash, blockTime: time } of logs)
    if (time !== undefined && number <= timedTo && !blocks.has(hash)) blocks.set(hash, { number, hash, time });
  const numbers = [...new Set(logs.filter((log) => !blocks.has(log.blockHash)).map((log) => log.blockNumber))];
  for (const header of await readHeaders(endpoint, numbers)) if (header !== null) blocks.set(header.hash, refOf(header));
  for (const log of logs) {
    if (blocks.get(log.blockHash)?.number === log.blockNumber) continue;
    const error = new RpcError('behind', `a transfer is said to be in another block ${log.blockNumber} than the node has`);
    endpoint.failed(error);
    throw error;
  }
  return blocks;
}

const refOf = ({ number, hash, time }: EvmHeader): BlockRef => ({ number, hash, time });

type Agreed = {
  readonly endpoints: readonly Endpoint[];
  readonly logs: readonly EvmTransferLog[];
  readonly boundary: EvmHeader;
  /** Receipts prove what a late index lacks, not what a node conceals: where several nodes are configured, the quorum has to agree. */
  readonly isProven: boolean;
};

/** The logs that any of the nodes lists, except what receipts disprove. */
async function readTogether(
  deps: RangeReader,
  views: readonly NodeView[],
  reading: Reading,
  query: LogQuery,
  watched: WatchedKeys,
): Promise<Agreed> {
  const { cursor, plan, isLinked, linkTurn, isAgain } = reading;
  const { settings, rule, quorum } = deps;
  const checkpoint = isLinked ? undefined : cursor.checkpoint;
  const linking = views[linkTurn % views.length]?.endpoint;
  const linkNumber = checkpoint === undefined ? undefined : linkNumberOf(plan.to, checkpoint);
  const answers = await askAll(
    views.map((view) => view.endpoint),
    (endpoint) => readLogsOf(endpoint, { query, watched, linkNumber: endpoint === linking ? linkNumber : undefined }),
  );
  const agreeing = sameBoundary(answers, views);
  if (checkpoint !== undefined) requireLink(assertDefined(linkedOf(agreeing, linking), 'an answer that agrees').value, checkpoint);
  const withValue = agreeing.map(({ endpoint, value }) => ({ endpoint, value: value.logs.filter((log) => hasValue(log, settings)) }));
  const endpoints = agreeing.map(({ endpoint }) => endpoint);
  const [first] = agreeing;
  if (first === undefined) throw new NodesDisagree(`block ${plan.to} changed while it was read`);
  const logs = [
    ...(await settleDisputes(withValue, rule, refOf(first.value.boundary))),
    ...first.value.logs.filter((log) => !hasValue(log, settings)),
  ];
  const isTrusted = endpoints.length > 1 || watched.size === 0 || isAgain;
  const mode = isTrusted ? 'none' : soloModeOf(settings, first.endpoint, plan, cursor.isOpen);
  const answer = { endpoints, boundary: first.value.boundary };
  if (mode === 'none') return { ...answer, logs, isProven: watched.size === 0 || (endpoints.length > 1 && endpoints.length >= quorum) };
  const proof = { mode, recipientsMax: settings.recipientsMax, query: { ...query, from: plan.firstTime }, watched };
  const proven = await proveAlone(first.endpoint, proof, logs);
  return { ...answer, logs: proven.logs, isProven: proven.isProven && quorum === 1 };
}

/** The answer of the node that was asked for the link block. */
function linkedOf(agreeing: readonly Answered<RangeAnswer>[], linking: Endpoint | undefined): Answered<RangeAnswer> | undefined {
  const asked = agreeing.find(({ endpoint }) => endpoint === linking);
  if (asked === undefined && agreeing.length > 0) throw new NodesDisagree('the node that was to show the checkpoint has not answered');
  return asked;
}

/** Block by block from the receipts, which need no log index: two calls per block, linked by the headers. */
async function readBlocks(
  deps: RangeReader,
  view: NodeView,
  { cursor, isLinked }: Reading,
  query: LogQuery,
  watched: WatchedKeys,
): Promise<Agreed> {
  const { endpoint } = view;
  const proof = { mode: 'blocks' as const, recipientsMax: deps.settings.recipientsMax, query, watched };
  const { logs, isProven, first, last } = await proveAlone(endpoint, proof, []);
  const { checkpoint } = cursor;
  if (!isLinked && checkpoint !== undefined && (first.number !== checkpoint.number + 1 || first.parentHash !== checkpoint.hash))
    throw new NodesDisagree(`block ${checkpoint.number} is not the one that was read`);
  if (!isProven) throw new RpcError('behind', `receipts of blocks up to ${query.to} are not there`);
  return { endpoints: [endpoint], logs, boundary: last, isProven: deps.quorum === 1 };
}

const asKept = (row: KnownTransfer): IncomingTransfer => ({
  ...row,
  block: { number: row.blockNumber, hash: row.blockHash, time: row.blockTime },
});

export type RangeReading = ReadRange & {
  readonly isProven: boolean;
  /** The first block with a row that was kept although the nodes that answered, fewer than the quorum, do not show it: to be read again. */
  readonly deniedFrom: number | undefined;
};

/** Reads one block range from all chosen nodes: the last block has to be the same, of the logs it is the union. */
export async function readRange(deps: RangeReader, views: readonly NodeView[], reading: Reading): Promise<RangeReading> {
  const { settings, contractKey } = deps;
  const { from, to, newFrom } = reading.plan;
  const family = FAMILY_OF[settings.network];
  const query = { family, contractKey, from, to };
  const [lone] = views;
  if (lone === undefined) throw new RpcError('unreachable', 'no node is left to read from');
  const known = await deps.memory.liveTransfers(from, to);
  // Only after the last block is known to exist: every address that could be paid in it was watched before it was mined.
  const watched = withKeysOf(known, await deps.refreshWatched());
  const isByBlocks =
    views.length === 1 &&
    watched.size > 0 &&
    !reading.isAgain &&
    soloModeOf(settings, lone.endpoint, reading.plan, reading.cursor.isOpen) === 'blocks';
  const agreed = await (isByBlocks ? readBlocks(deps, lone, reading, query, watched) : readTogether(deps, views, reading, query, watched));
  const valued = agreed.logs.filter((log) => hasValue(log, settings));
  const [first] = agreed.endpoints;
  if (first === undefined) throw new RpcError('unreachable', 'no node is left to read from');
  const kept = await checkMissing(deps, agreed.endpoints, valued, known);
  const denied = kept.flatMap(({ row, isShown }) => (isShown ? [] : [row.blockNumber]));
  // What several nodes list in the same block is in it; a single one may yet replace a block that is not final.
  const timedTo = agreed.endpoints.length > 1 ? to : Math.min(...views.map(({ finalNumber }) => finalNumber));
  const blocks = await withBlocks(first, valued, { boundary: refOf(agreed.boundary), timedTo }, known);
  for (const endpoint of agreed.endpoints) endpoint.succeeded();
  return {
    from,
    to,
    checkpoint: refOf(agreed.boundary),
    zeroValue: agreed.logs.filter((log) => log.blockNumber >= newFrom && !hasValue(log, settings)).length,
    isProven: agreed.isProven,
    deniedFrom: denied.length === 0 || agreed.endpoints.length >= deps.quorum ? undefined : Math.min(...denied),
    transfers: [
      ...valued.map((log) => incomingOf(log, assertDefined(blocks.get(log.blockHash), 'the block of a transfer'))),
      ...kept.map(({ row }) => asKept(row)),
    ],
  };
}

/** Anyone can emit a zero-value transfer between any two addresses; less than a micro-unit is treated as zero. */
const hasValue = (log: EvmTransferLog, settings: NetworkSettings): boolean => microsOfUnits(log.raw, settings.decimals) > 0n;
