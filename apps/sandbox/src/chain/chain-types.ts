import type { Hex } from 'viem';

/** What is needed to mine one block again, bit for bit. Times are in seconds. */
export type BlockSpec = { readonly time: number; readonly transactions: readonly Hex[]; readonly randao?: Hex };

export type ChainHead = { readonly number: number; readonly time: number; readonly hash: Hex };

/** An error for the caller of a JSON-RPC method, with its JSON-RPC error code. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
    this.name = 'RpcError';
  }
}

export const INVALID_PARAMS = -32602;
export const METHOD_NOT_FOUND = -32601;
