import type { Endpoint } from '../../rpc/endpoint';
import { RpcError } from '../../rpc/rpc-errors';
import { readReceipts } from './evm-node';
import { decodeReceipt, type EvmHeader, type EvmReceipt, fieldsOf, toHex } from './evm-wire';

/** How a node returns all receipts of a block in one call: eth_getBlockReceipts, TRON's HTTP API, or not at all. */
type Way = 'rpc' | 'http' | 'none';
const HTTP_PATH = 'wallet/gettransactioninfobyblocknum';
/** An unsupported method is tried again after this, in case the node was upgraded. */
const ASK_AGAIN_MS = 3_600_000;
/** Blocks are read by their logs for this long after so many answers in a row without the receipts of a block that the node has. */
const PAUSE_MS = 60_000;
const MISSES_MAX = 3;
/** Largest block whose receipts are fetched one by one when the node cannot return them together. */
const SINGLY_MAX = 32;
/** java-tron without its HTTP API on the same address answers 404 or an HTML page. */
const NOT_SERVED = ['unsupported', 'refused', 'garbage'];

const found = new WeakMap<Endpoint, { readonly way: Way; readonly askAgainAt: number }>();
const misses = new WeakMap<Endpoint, number>();

/** True once the node is known to be unable to return all receipts of a block in one call. */
export const lacksBlockReceipts = (endpoint: Endpoint): boolean => found.get(endpoint)?.way === 'none';

/** True once the node has returned all receipts of a block in one call. */
export const knowsBlockReceipts = (endpoint: Endpoint): boolean => ['rpc', 'http'].includes(found.get(endpoint)?.way ?? 'none');

const remember = (endpoint: Endpoint, way: Way, forMs = ASK_AGAIN_MS): void => {
  found.set(endpoint, { way, askAgainAt: Date.now() + forMs });
  misses.delete(endpoint);
};

/** Of several machines behind one address one may lack the newest block that another has shown: it is asked for once more. */
async function listedTwice(ask: () => Promise<unknown>): Promise<unknown> {
  const value = await ask();
  return Array.isArray(value) || value instanceof RpcError ? value : ask();
}

async function byRpc(endpoint: Endpoint, header: EvmHeader): Promise<EvmReceipt[] | undefined> {
  const request = { method: 'eth_getBlockReceipts', params: [toHex(header.number)] };
  const value = await listedTwice(async () => (await endpoint.batch([request]))[0]);
  if (value instanceof RpcError && value.fault === 'unsupported') return undefined;
  if (value instanceof RpcError) throw value;
  if (!Array.isArray(value)) throw new RpcError('behind', `receipts of block ${header.number} are not there`);
  return (value as unknown[]).flatMap((one) => decodeReceipt(one) ?? []);
}

const prefixed = (value: unknown): string => `0x${String(value)}`;

/** The HTTP API returns neither block hash nor log indexes: the header supplies the hash, the order within the transaction the index. */
function decodeInfo(value: unknown, header: EvmHeader): EvmReceipt {
  const info = fieldsOf(value, 'a transaction info');
  const { result } = fieldsOf(info.receipt ?? {}, 'the receipt of a transaction info');
  const logs = Array.isArray(info.log) ? (info.log as unknown[]) : [];
  if (info.blockNumber !== header.number) throw new RpcError('lying', 'a transaction of another block than the one asked for');
  return {
    txHash: prefixed(info.id).toLowerCase(),
    succeeded: info.result !== 'FAILED' && (result === undefined || result === 'SUCCESS'),
    blockNumber: header.number,
    blockHash: header.hash,
    logs: logs.map((one, index) => {
      const log = fieldsOf(one, 'a log');
      return {
        address: prefixed(String(log.address).slice(-40)),
        topics: Array.isArray(log.topics) ? (log.topics as unknown[]).map(prefixed) : [],
        data: prefixed(log.data ?? ''),
        blockNumber: toHex(header.number),
        blockHash: header.hash,
        transactionHash: prefixed(info.id),
        logIndex: toHex(index),
      };
    }),
  };
}

/** `{}` is java-tron's answer for a block that the machine asked does not have yet, and says nothing about the method. */
async function byHttp(endpoint: Endpoint, header: EvmHeader): Promise<EvmReceipt[] | 'missing' | undefined> {
  try {
    const answer = await listedTwice(() => endpoint.post(HTTP_PATH, { num: header.number }));
    return Array.isArray(answer) ? (answer as unknown[]).map((one) => decodeInfo(one, header)) : 'missing';
  } catch (error) {
    if (error instanceof RpcError && NOT_SERVED.includes(error.fault)) return undefined;
    throw error;
  }
}

/** Asked again by the next poll; a node that keeps answering so is read by its logs for a while, without a proof. */
function missed(endpoint: Endpoint, header: EvmHeader): undefined {
  const count = (misses.get(endpoint) ?? 0) + 1;
  misses.set(endpoint, count);
  if (count < MISSES_MAX) throw new RpcError('behind', `receipts of block ${header.number} are not there`);
  remember(endpoint, 'none', PAUSE_MS);
}

async function inOneCall(endpoint: Endpoint, header: EvmHeader, isTron: boolean): Promise<EvmReceipt[] | undefined> {
  const known = found.get(endpoint);
  const way = known?.way === 'none' && Date.now() > known.askAgainAt ? undefined : known?.way;
  if (way === 'none') return undefined;
  if (way !== 'http') {
    const receipts = await byRpc(endpoint, header);
    if (receipts !== undefined) remember(endpoint, 'rpc');
    if (receipts !== undefined) return receipts;
  }
  const infos = isTron ? await byHttp(endpoint, header) : undefined;
  if (infos === 'missing') return missed(endpoint, header);
  remember(endpoint, infos === undefined ? 'none' : 'http');
  return infos;
}

/**
 * All receipts of a block, one per transaction of the header; undefined when this node cannot return them at a reasonable cost. A TRON
 * mainnet block has about 250 transactions: fetching them one by one takes longer than the block interval.
 */
export async function readBlockReceipts(endpoint: Endpoint, header: EvmHeader, isTron: boolean): Promise<EvmReceipt[] | undefined> {
  if (header.txHashes.length === 0) return [];
  const atOnce = await inOneCall(endpoint, header, isTron);
  if (atOnce === undefined && header.txHashes.length > SINGLY_MAX) return undefined;
  const receipts = atOnce ?? (await readReceipts(endpoint, header.txHashes));
  const byHash = new Map(receipts.flatMap((receipt) => (receipt === null ? [] : [[receipt.txHash, receipt] as const])));
  return header.txHashes.map((txHash) => {
    const receipt = byHash.get(txHash);
    if (receipt === undefined || receipt.blockHash !== header.hash)
      throw new RpcError('behind', `receipts of block ${header.number} are not there`);
    return receipt;
  });
}
