import type { Chain } from '../chain';
import { INVALID_PARAMS, METHOD_NOT_FOUND, RpcError } from '../chain-types';

/** Limits and messages of java-tron's LogFilterWrapper, LogFilter and LogBlockQuery at their defaults. */
const BLOCK_RANGE_MAX = 5000;
const SUB_TOPICS_MAX = 1000;
const TOPICS_MAX = 4;
const RESULTS_MAX = 10_000;
const TOO_MANY_RESULTS = -32005;

/** Stands in for the solidified block, TRON's `finalized`: sandbox networks are final two blocks later. */
const SOLID_DEPTH = 2;

/** java-tron does not compute blooms: all are zero and say nothing about a block's logs. */
const ZERO_BLOOM = `0x${'0'.repeat(512)}`;

type Filter = {
  readonly fromBlock?: unknown;
  readonly toBlock?: unknown;
  readonly blockHash?: unknown;
  readonly topics?: unknown;
  readonly [key: string]: unknown;
};
type Params = readonly unknown[];

const hex = (value: number): string => `0x${value.toString(16)}`;
const refuse = (message: string): never => {
  throw new RpcError(INVALID_PARAMS, message);
};

function withZeroBloom(answer: unknown): unknown {
  return answer && typeof answer === 'object' && 'logsBloom' in answer ? { ...answer, logsBloom: ZERO_BLOOM } : answer;
}

function blockNumberOf(block: unknown, head: number): number {
  if (block === 'latest') return head;
  if (block === 'earliest') return 0;
  if (block === 'finalized') return Math.max(0, head - SOLID_DEPTH);
  if (block === 'pending' || block === 'safe') return refuse(`TAG ${block} not supported`);
  return typeof block === 'string' && /^0x[0-9a-f]{1,12}$/i.test(block) ? Number.parseInt(block, 16) : refuse('invalid block number');
}

function blockRangeOf(filter: Filter, head: number): { from: number; to: number } {
  const open = Number.MAX_SAFE_INTEGER;
  const to = filter.toBlock === undefined || filter.toBlock === 'latest' ? open : blockNumberOf(filter.toBlock, head);
  const from = filter.fromBlock === undefined ? Math.min(to, head) : blockNumberOf(filter.fromBlock, head);
  if (from > to) refuse('please verify: fromBlock <= toBlock');
  if (Math.min(to, head) - from > BLOCK_RANGE_MAX) refuse(`exceed max block range: ${BLOCK_RANGE_MAX}`);
  return { from, to: Math.min(to, head) };
}

function checkTopics(topics: unknown): void {
  if (!Array.isArray(topics)) return;
  if (topics.length > TOPICS_MAX) refuse('topics size should be <= 4');
  if (topics.some((slot) => Array.isArray(slot) && slot.length > SUB_TOPICS_MAX)) refuse(`exceed max topics: ${SUB_TOPICS_MAX}`);
}

/** java-tron's Ethereum-compatible JSON-RPC, as far as a scanner uses it, over the same chain. */
export function createTronFront(chain: Chain) {
  const headHeight = async (): Promise<number> => Number.parseInt((await chain.read('eth_blockNumber', [])) as string, 16);

  const getLogs = async ([filter]: Params): Promise<unknown> => {
    if (!filter || typeof filter !== 'object') return refuse('invalid filter');
    const { fromBlock, toBlock, blockHash, ...rest } = filter as Filter;
    checkTopics(rest.topics);
    const query = blockHash === undefined ? await rangeQuery({ fromBlock, toBlock }) : await hashQuery({ fromBlock, toBlock, blockHash });
    if (!query) return [];
    const logs = (await chain.read('eth_getLogs', [{ ...rest, ...query }])) as readonly unknown[];
    if (logs.length > RESULTS_MAX) throw new RpcError(TOO_MANY_RESULTS, `query returned more than ${RESULTS_MAX} results`);
    return logs;
  };

  const rangeQuery = async (filter: Filter) => {
    const { from, to } = blockRangeOf(filter, await headHeight());
    return from > to ? undefined : { fromBlock: hex(from), toBlock: hex(to) };
  };

  const hashQuery = async ({ fromBlock, toBlock, blockHash }: Filter) => {
    if (fromBlock !== undefined || toBlock !== undefined) {
      refuse('cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other');
    }
    return (await chain.read('eth_getBlockByHash', [blockHash, false])) ? { blockHash } : refuse('invalid blockHash');
  };

  const methods: Record<string, (params: Params) => Promise<unknown>> = {
    eth_blockNumber: () => chain.read('eth_blockNumber', []),
    eth_chainId: () => chain.read('eth_chainId', []),
    net_version: () => chain.read('net_version', []),
    eth_getLogs: getLogs,
    eth_getBlockByNumber: async ([block, full]) =>
      withZeroBloom(await chain.read('eth_getBlockByNumber', [hex(blockNumberOf(block, await headHeight())), full ?? false])),
    eth_getBlockByHash: async ([hash, full]) => withZeroBloom(await chain.read('eth_getBlockByHash', [hash, full ?? false])),
    eth_getTransactionByHash: ([hash]) => chain.read('eth_getTransactionByHash', [hash]),
    eth_getTransactionReceipt: async ([hash]) => withZeroBloom(await chain.read('eth_getTransactionReceipt', [hash])),
    eth_getCode: async ([address, block]) =>
      block === 'latest' ? chain.read('eth_getCode', [address, 'latest']) : refuse('QUANTITY not supported, just support TAG as latest'),
    eth_call: async ([call, block]) =>
      block === 'latest' ? chain.read('eth_call', [call, 'latest']) : refuse('QUANTITY not supported, just support TAG as latest'),
  };

  return async (method: string, params: unknown): Promise<unknown> => {
    const handler = methods[method];
    if (!handler) throw new RpcError(METHOD_NOT_FOUND, `the method ${method} does not exist/is not available`);
    return handler(Array.isArray(params) ? params : []);
  };
}
