import type { NetworkSettings } from '../../../../config-networks';
import { assertDefined } from '../../../../platform/assert';
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
import { depthOf, type Finality, finalNumberOf, type TipAnswer } from './finality';
import { identifyLogs } from './log-identity';

/** One node's view of the tip: its newest block, and up to where its blocks are final as far as it has said; -1 where it has not. */
export type NodeView = { readonly endpoint: Endpoint; readonly head: EvmHeader; readonly finalNumber: number };
/** A node's present answer about finality, with the hash of the block where it named one. */
export type FinalView = { readonly finalNumber: number; readonly final: EvmHeader | undefined };
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

const blockRequest = (tag: string) => ({ method: 'eth_getBlockByNumber', params: [tag, false] });

/** What a node cannot say of finality (bor: "finalized block not found", without a valid milestone) says nothing of its newest block. */
function readFinalBlock(value: unknown): EvmHeader | null {
  try {
    return decodeHeader(orThrow(value));
  } catch (error) {
    if (error instanceof RpcError) return null;
    throw error;
  }
}

/** Two separate facts in one request: the newest block, and the final one where a tag is given. */
async function readTip(endpoint: Endpoint, tag: string | undefined): Promise<TipAnswer> {
  const [latest, final] = await endpoint.batch(['latest', ...(tag === undefined ? [] : [tag])].map(blockRequest));
  return {
    head: mustHave(decodeHeader(orThrow(latest)), 'a newest block'),
    final: tag === undefined ? undefined : readFinalBlock(final),
  };
}

const tagOf = ({ finality }: NetworkSettings): string | undefined => ('tag' in finality ? finality.tag : undefined);

/** The newest block, and what is final: asked when it is due or unknown, otherwise as the node said last. */
export async function readView(endpoint: Endpoint, settings: NetworkSettings, finality: Finality, asksFinal: boolean): Promise<NodeView> {
  const asks = asksFinal || finality.known(endpoint)?.final === undefined;
  const { head, final } = await readTip(endpoint, asks ? tagOf(settings) : undefined);
  finality.note(endpoint, { head, final });
  return { endpoint, head, finalNumber: finalNumberOf(settings, head, finality.known(endpoint)?.final) };
}

/**
 * What the node calls final now, for crediting: never what it said before. Its newest block is asked for as well, unless the last one known
 * is high enough for `upTo`.
 */
export async function readFinal(endpoint: Endpoint, settings: NetworkSettings, finality: Finality, upTo: number): Promise<FinalView> {
  const tag = tagOf(settings);
  const head = finality.known(endpoint)?.head;
  const isHeadEnough = head !== undefined && head.number - depthOf(settings) >= upTo;
  const finalAlone = async () => (tag === undefined ? undefined : readFinalBlock((await endpoint.batch([blockRequest(tag)]))[0]));
  const tip = isHeadEnough ? { head, final: await finalAlone() } : await readTip(endpoint, tag);
  finality.note(endpoint, tip);
  const final = tip.final ?? undefined;
  return { final, finalNumber: finalNumberOf(settings, tip.head, final) };
}

/** A lagging node answers null or "header not found"; both mean that it lacks the block. */
function readStored(value: unknown, number: number): EvmHeader | null {
  if (value instanceof RpcError && value.fault === 'history') return null;
  const header = decodeHeader(orThrow(value ?? null));
  if (header !== null && header.number !== number) throw new RpcError('lying', 'another block than the one asked for');
  return header;
}

const headerRequest = (number: number) => ({ method: 'eth_getBlockByNumber', params: [toHex(number), false] });

/** A node's answer about one block or transaction: null where it has none, or why it did not answer. */
export type Answer<T> = T | null | RpcError;

/** An error concerns its own call: what was answered with it counts. */
function decodeEach<T>(values: readonly unknown[], decode: (value: unknown, index: number) => T | null): Answer<T>[] {
  return values.map((value, index) => {
    try {
      return decode(value, index);
    } catch (error) {
      if (error instanceof RpcError && error.fault !== 'lying') return error;
      throw error;
    }
  });
}

/** Headers in request order. */
export async function askHeaders(endpoint: Endpoint, numbers: readonly number[]): Promise<Answer<EvmHeader>[]> {
  return decodeEach(await endpoint.batch(numbers.map(headerRequest)), (value, index) =>
    readStored(value, assertDefined(numbers[index], 'a number')),
  );
}

const allOf = <T>(values: readonly Answer<T>[]): (T | null)[] => values.map((value) => orThrow(value) as T | null);

/** Headers in request order; null where the node has none. */
export const readHeaders = async (endpoint: Endpoint, numbers: readonly number[]): Promise<(EvmHeader | null)[]> =>
  allOf(await askHeaders(endpoint, numbers));

/** Of several machines behind one address one may lack the newest block that another has shown: what is missing is asked for once more. */
async function askMissingAgain(
  endpoint: Endpoint,
  numbers: readonly number[],
  headers: readonly (EvmHeader | null)[],
): Promise<(EvmHeader | null)[]> {
  const missing = numbers.filter((_, index) => headers[index] === null);
  const again = missing.length === 0 ? [] : await readHeaders(endpoint, missing);
  return headers.map((header) => header ?? again.shift() ?? null);
}

/** Headers of blocks up to one that the node has shown. */
export const readHeadersBelow = async (endpoint: Endpoint, numbers: readonly number[]): Promise<(EvmHeader | null)[]> =>
  askMissingAgain(endpoint, numbers, await readHeaders(endpoint, numbers));

export async function readHeader(endpoint: Endpoint, number: number): Promise<EvmHeader> {
  const [header] = await readHeaders(endpoint, [number]);
  return mustHave(header ?? null, `block ${number}`);
}

/** Null where the node does not have the block. */
export async function readStoredHeader(endpoint: Endpoint, number: number): Promise<EvmHeader | null> {
  const [header] = await readHeaders(endpoint, [number]);
  return header ?? null;
}

/** Receipts in request order. */
export async function askReceipts(endpoint: Endpoint, txHashes: readonly string[]): Promise<Answer<EvmReceipt>[]> {
  const values = await endpoint.batch(txHashes.map((txHash) => ({ method: 'eth_getTransactionReceipt', params: [txHash] })));
  return decodeEach(values, (value, index) => {
    const receipt = decodeReceipt(orThrow(value));
    if (receipt !== null && receipt.txHash !== txHashes[index]) throw new RpcError('lying', 'a receipt of another transaction');
    return receipt;
  });
}

export const readReceipts = async (endpoint: Endpoint, txHashes: readonly string[]): Promise<(EvmReceipt | null)[]> =>
  allOf(await askReceipts(endpoint, txHashes));

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
  const stored = answers.splice(-boundaries.length).map((value, index) => readStored(value, assertDefined(boundaries[index], 'a number')));
  const [last, link] = await askMissingAgain(endpoint, boundaries, stored);
  const logs = answers.flatMap((answer) => pickTransfers(orThrow(answer), query, isWatched));
  endpoint.servedLogs(Math.min(span, to - from + 1), Math.max(0, ...(recipientGroups ?? []).map((group) => group.length)));
  return { logs: identifyLogs(logs, query.family), boundary: mustHave(last ?? null, `block ${to}`), link };
}
