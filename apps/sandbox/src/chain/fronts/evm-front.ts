import type { Hex } from 'viem';
import type { Chain } from '../chain';
import { INVALID_PARAMS, METHOD_NOT_FOUND, RpcError } from '../chain-types';

/**
 * Methods answered by the node itself. Only reads: every change goes through the journal, so the node's own evm_…, hardhat_… and
 * eth_sendTransaction are not served.
 */
const READS = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_syncing',
  'net_version',
  'web3_clientVersion',
]);

type Sandbox = (method: string, params: unknown) => Promise<unknown>;

/** The front for Ethereum, BSC and Polygon, and for the sandbox's own methods. */
export function createEvmFront(chain: Chain, sandbox: Sandbox) {
  return async (method: string, params: unknown): Promise<unknown> => {
    if (method.startsWith('sandbox_')) return sandbox(method, params);
    const list = params ?? [];
    if (!Array.isArray(list)) throw new RpcError(INVALID_PARAMS, 'params must be an array');
    if (method === 'eth_sendRawTransaction') {
      if (typeof list[0] !== 'string') throw new RpcError(INVALID_PARAMS, 'the raw transaction must be a hex string');
      return chain.sendRaw(list[0] as Hex);
    }
    if (!READS.has(method)) throw new RpcError(METHOD_NOT_FOUND, `the method ${method} is not offered here`);
    return chain.read(method, list);
  };
}
