import { AppError } from '@stablegate/server/platform/app-error';

export type ChainState = { readonly head: { readonly number: string | number | bigint }; readonly timeOffsetSeconds: number };
export type ChainClient = { call<T>(method: string, params?: Record<string, unknown>): Promise<T> };

const CALL_MS_MAX = 30_000;

/** Client of the sandbox's chain process. */
export function createChainClient(url: string): ChainClient {
  return {
    call: async <T>(method: string, params: Record<string, unknown> = {}): Promise<T> => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [params] }),
        signal: AbortSignal.timeout(CALL_MS_MAX),
      });
      const { result, error } = (await response.json()) as { result: T; error?: { message: string } };
      if (error !== undefined) throw new AppError('invalid_value', { message: error.message });
      return result;
    },
  };
}
