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
import { identifyLogs } from './log-identity';

/** How one node sees the tip: its newest block, the last final one, and what it has where we stopped. */
export type NodeView = {
  readonly endpoint: Endpoint;
  readonly head: EvmHeader;
  readonly finalNumber: number;
  readonly checkpoint: EvmHeader | null;
};

const DECIMALS_CALL = '0x313ce567';
const orThrow = (value: unknown): unknown => {
  if (value instanceof RpcError) throw value;
  return value;
};
const mustHave = <T>(value: T | null, what: string): T => {
  if (value === null) throw new RpcError('behind', `the node does not have ${what}`);
  return value;
};

/** Another chain, or a contract with other decimals, would turn one dollar into a million: refused before anything is read. */
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

export async function readView(endpoint: Endpoint, settings: NetworkSettings, checkpoint: number | undefined): Promise<NodeView> {
  const { finality } = settings;
  const block = (tag: string) => ({ method: 'eth_getBlockByNumber', params: [tag, false] });
  const [latest, ...more] = await endpoint.batch([
    block('latest'),
    ...('tag' in finality ? [block(finality.tag)] : []),
    ...(checkpoint === undefined ? [] : [block(toHex(checkpoint))]),
  ]);
  const final = 'tag' in finality ? more.shift() : undefined; // with a depth the head alone decides
  const [stored] = more;
  const head = mustHave(decodeHeader(orThrow(latest)), 'a newest block');
  const finalNumber =
    'tag' in finality ? mustHave(decodeHeader(orThrow(final)), 'a final block').number : Math.max(-1, head.number - finality.depth);
  return {
    endpoint,
    head,
    finalNumber: Math.min(finalNumber, head.number),
    checkpoint: checkpoint === undefined ? null : readStored(stored),
  };
}

/** A node that is behind may answer null or "header not found"; both mean that it does not have the block. */
function readStored(value: unknown): EvmHeader | null {
  if (value instanceof RpcError && value.fault === 'history') return null;
  return decodeHeader(orThrow(value ?? null));
}

/** Headers in the order asked; null where the node has none. */
export async function readHeaders(endpoint: Endpoint, numbers: readonly number[]): Promise<(EvmHeader | null)[]> {
  const values = await endpoint.batch(numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [toHex(number), false] })));
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

export async function readReceipts(endpoint: Endpoint, txHashes: readonly string[]): Promise<(EvmReceipt | null)[]> {
  const values = await endpoint.batch(txHashes.map((txHash) => ({ method: 'eth_getTransactionReceipt', params: [txHash] })));
  return values.map((value, index) => {
    const receipt = decodeReceipt(orThrow(value));
    if (receipt !== null && receipt.txHash !== txHashes[index]) throw new RpcError('lying', 'a receipt of another transaction');
    return receipt;
  });
}

/** All receipts of a block: in one call where the node knows it, else transaction by transaction. */
export async function readBlockReceipts(endpoint: Endpoint, header: EvmHeader): Promise<EvmReceipt[]> {
  if (header.txHashes.length === 0) return [];
  const [value] = await endpoint.batch([{ method: 'eth_getBlockReceipts', params: [toHex(header.number)] }]);
  const isKnown = !(value instanceof RpcError) || value.fault !== 'unsupported';
  const receipts =
    isKnown && Array.isArray(orThrow(value)) ? (value as unknown[]).map(decodeReceipt) : await readReceipts(endpoint, header.txHashes);
  return receipts.map((receipt) => {
    if (receipt === null || receipt.blockHash !== header.hash)
      throw new RpcError('behind', `receipts of block ${header.number} are not there`);
    return receipt;
  });
}

export type RangeAnswer = { readonly logs: EvmTransferLog[]; readonly boundary: EvmHeader };

/**
 * One eth_getLogs per group of recipients, or one for the whole contract when no recipients are named; and the last block of the
 * range once more, in the same request, so that logs of one branch are never filed under the hash of another.
 */
export async function readLogs(
  endpoint: Endpoint,
  query: LogQuery,
  recipientGroups: readonly (readonly string[])[] | undefined,
  isWatched: (key: string) => boolean,
): Promise<RangeAnswer> {
  const { contractKey, from, to } = query;
  const filter = { address: contractKey, fromBlock: toHex(from), toBlock: toHex(to) };
  const topics = recipientGroups?.map((group) => [TRANSFER_TOPIC, null, group.map(toTopic)]) ?? [[TRANSFER_TOPIC]];
  const answers = await endpoint.batch([
    ...topics.map((one) => ({ method: 'eth_getLogs', params: [{ ...filter, topics: one }] })),
    { method: 'eth_getBlockByNumber', params: [toHex(to), false] },
  ]);
  const boundary = mustHave(readStored(answers.pop()), `block ${to}`);
  const logs = answers.flatMap((answer) => pickTransfers(orThrow(answer), query, isWatched));
  return { logs: identifyLogs(logs, query.family), boundary };
}
