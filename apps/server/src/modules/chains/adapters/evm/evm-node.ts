import type { NetworkSettings } from '../../../../config-networks';
import type { Endpoint } from '../../rpc/endpoint';
import { NetworkMismatch, RpcError } from '../../rpc/rpc-errors';
import {
  decodeHeader,
  decodeReceipt,
  type EvmHeader,
  type EvmReceipt,
  type EvmTransferLog,
  type LogQuery,
  pickTransfers,
  quantity,
  TRANSFER_TOPIC,
  toHex,
  toTopic,
} from './evm-wire';
import type { FinalHeights } from './finality';
import { identifyLogs } from './log-identity';

/** One node's view of the tip: its newest block and the last final one it reported. */
export type NodeView = { readonly endpoint: Endpoint; readonly head: EvmHeader; readonly finalNumber: number };
/** The same plus the node's block at the checkpoint's height; null where it has none. */
export type CheckedView = NodeView & { readonly checkpoint: EvmHeader | null };

const DECIMALS_CALL = '0x313ce567';
const orThrow = (value: unknown): unknown => {
  if (value instanceof RpcError) throw value;
  return value;
};
const mustHave = <T>(value: T | null, what: string): T => {
  if (value === null) throw new RpcError('behind', `the node does not have ${what}`);
  return value;
};

/** The wrong chain, or a contract with other decimals, would turn one dollar into a million: refused before anything is read. */
export async function checkIdentity(endpoint: Endpoint, settings: NetworkSettings, contractKey: string): Promise<void> {
  const [chainId, decimals] = await endpoint.batch([
    { method: 'eth_chainId', params: [] },
    { method: 'eth_call', params: [{ to: contractKey, data: DECIMALS_CALL }, 'latest'] },
  ]);
  const id = quantity(orThrow(chainId), 'the chain id');
  if (settings.chainId !== undefined && id !== settings.chainId)
    throw new NetworkMismatch(`${endpoint.name} serves chain ${id}, ${settings.network} is chain ${settings.chainId}.`);
  const answer = orThrow(decimals);
  const found = typeof answer === 'string' && /^0x[0-9a-f]{64}$/i.test(answer) ? BigInt(answer) : undefined;
  if (found !== BigInt(settings.decimals))
    throw new NetworkMismatch(
      `The ${settings.network} contract ${settings.contract} has ${found ?? 'no'} decimals, ${settings.decimals} are configured.`,
    );
}

/** The newest block, and the last final one when it is due or unknown. */
export async function readView(
  endpoint: Endpoint,
  { finality }: NetworkSettings,
  finals: FinalHeights,
  asksFinal: boolean,
): Promise<NodeView> {
  const tags = ['latest', ...('tag' in finality && (asksFinal || finals.known(endpoint) === undefined) ? [finality.tag] : [])];
  const [latest, final] = await endpoint.batch(tags.map((tag) => ({ method: 'eth_getBlockByNumber', params: [tag, false] })));
  const head = mustHave(decodeHeader(orThrow(latest)), 'a newest block');
  if ('depth' in finality) finals.note(endpoint, head.number - finality.depth);
  else if (final !== undefined) finals.note(endpoint, mustHave(decodeHeader(orThrow(final)), 'a final block').number);
  return { endpoint, head, finalNumber: Math.min(finals.known(endpoint) ?? -1, head.number) };
}

/** The last final block, requested only when the known one is too old. */
export async function readFinal(endpoint: Endpoint, settings: NetworkSettings, finals: FinalHeights, enough: number): Promise<number> {
  const known = finals.known(endpoint) ?? -1;
  return known >= enough ? known : (await readView(endpoint, settings, finals, true)).finalNumber;
}

/** A lagging node answers null or "header not found"; both mean that it lacks the block. */
function readStored(value: unknown): EvmHeader | null {
  if (value instanceof RpcError && value.fault === 'history') return null;
  return decodeHeader(orThrow(value ?? null));
}

const headerRequest = (number: number) => ({ method: 'eth_getBlockByNumber', params: [toHex(number), false] });

/** Headers in request order; null where the node has none. */
export async function readHeaders(endpoint: Endpoint, numbers: readonly number[]): Promise<(EvmHeader | null)[]> {
  const values = await endpoint.batch(numbers.map(headerRequest));
  return values.map((value, index) => {
    const header = readStored(value);
    if (header !== null && header.number !== numbers[index]) throw new RpcError('lying', 'another block than the one asked for');
    return header;
  });
}

export async function readHeader(endpoint: Endpoint, number: number): Promise<EvmHeader> {
  const [header] = await readHeaders(endpoint, [number]);
  return mustHave(header ?? null, `block ${number}`);
}

/** Null where the node does not have the block. */
export async function readStoredHeader(endpoint: Endpoint, number: number): Promise<EvmHeader | null> {
  const [header] = await readHeaders(endpoint, [number]);
  return header ?? null;
}

export async function readReceipts(endpoint: Endpoint, txHashes: readonly string[]): Promise<(EvmReceipt | null)[]> {
  const values = await endpoint.batch(txHashes.map((txHash) => ({ method: 'eth_getTransactionReceipt', params: [txHash] })));
  return values.map((value, index) => {
    const receipt = decodeReceipt(orThrow(value));
    if (receipt !== null && receipt.txHash !== txHashes[index]) throw new RpcError('lying', 'a receipt of another transaction');
    return receipt;
  });
}

export type RangeAnswer = {
  readonly logs: readonly EvmTransferLog[];
  readonly boundary: EvmHeader;
  /** The block that links the range to the checkpoint; null where the node lacks it. */
  readonly link: EvmHeader | null | undefined;
};
export type LogsRequest = {
  readonly query: LogQuery;
  /** One eth_getLogs per group of recipients; undefined reads the whole contract. */
  readonly recipientGroups: readonly (readonly string[])[] | undefined;
  /** Only transfers of these; undefined: of anyone. */
  readonly senders?: readonly string[];
  readonly isWatched: (key: string) => boolean;
  readonly linkNumber: number | undefined;
};

/** Of several machines behind one address one may lack the newest block that another has shown: what is missing is asked for once more. */
async function storedTwice(endpoint: Endpoint, numbers: readonly number[], values: readonly unknown[]): Promise<(EvmHeader | null)[]> {
  const headers = values.map(readStored);
  return headers.includes(null) ? readHeaders(endpoint, numbers) : headers;
}

/**
 * The logs of a range in as many calls as the node's limit needs, with its last block in the same request, so that logs of one branch are
 * never stored under a hash of another.
 */
export async function readLogs(endpoint: Endpoint, request: LogsRequest): Promise<RangeAnswer> {
  const { query, recipientGroups, senders, isWatched, linkNumber } = request;
  const { contractKey, from, to } = query;
  const topics = recipientGroups?.map((group) => [TRANSFER_TOPIC, senders?.map(toTopic) ?? null, group.map(toTopic)]) ?? [[TRANSFER_TOPIC]];
  const span = Math.max(1, endpoint.range());
  const parts = Array.from({ length: Math.ceil((to - from + 1) / span) }, (_, index) => from + index * span);
  const boundaries = [to, ...(linkNumber === undefined ? [] : [linkNumber])];
  const answers = await endpoint.batch([
    ...parts.flatMap((start) => {
      const filter = { address: contractKey, fromBlock: toHex(start), toBlock: toHex(Math.min(to, start + span - 1)) };
      return topics.map((one) => ({ method: 'eth_getLogs', params: [{ ...filter, topics: one }] }));
    }),
    ...boundaries.map(headerRequest),
  ]);
  const [last, link] = await storedTwice(endpoint, boundaries, answers.splice(-boundaries.length));
  const logs = answers.flatMap((answer) => pickTransfers(orThrow(answer), query, isWatched));
  endpoint.servedLogs(Math.min(span, to - from + 1), Math.max(0, ...(recipientGroups ?? []).map((group) => group.length)));
  return { logs: identifyLogs(logs, query.family), boundary: mustHave(last ?? null, `block ${to}`), link };
}
