import type { Endpoint } from './endpoint';
import { NetworkMismatch, RpcError } from './rpc-errors';

export type Answered<T> = { readonly endpoint: Endpoint; readonly value: T };

/** Asks several nodes at once. Who fails rests and is left out; when all fail, the first failure is thrown. */
export async function askAll<T>(endpoints: readonly Endpoint[], ask: (endpoint: Endpoint) => Promise<T>): Promise<Answered<T>[]> {
  const answers = await Promise.all(
    endpoints.map(async (endpoint): Promise<Answered<T> | Error> => {
      try {
        return { endpoint, value: await ask(endpoint) };
      } catch (error) {
        if (error instanceof NetworkMismatch) endpoint.failed(new RpcError('lying', error.message));
        else if (error instanceof RpcError) endpoint.failed(error);
        else throw error;
        return error;
      }
    }),
  );
  const good = answers.filter((answer): answer is Answered<T> => !(answer instanceof Error));
  const [failure] = answers.filter((answer): answer is Error => answer instanceof Error);
  if (good.length === 0) throw failure ?? new RpcError('unreachable', 'no node is configured');
  return good;
}

/** Rested nodes, the most peaceful first, each checked once for chain and contract. */
export async function choosePanel(
  endpoints: readonly Endpoint[],
  size: number,
  identify: (endpoint: Endpoint) => Promise<void>,
): Promise<Endpoint[]> {
  const now = Date.now();
  const rested = endpoints.filter((endpoint) => endpoint.isRested(now)).sort((a, b) => a.disputes - b.disputes);
  if (rested.length === 0) throw new RpcError('unreachable', 'every node is resting after faults');
  const chosen: Endpoint[] = [];
  let failure: unknown;
  for (const endpoint of rested) {
    if (chosen.length >= size) break;
    try {
      if (!endpoint.verified) await askAll([endpoint], identify);
      endpoint.verified = true;
      chosen.push(endpoint);
    } catch (error) {
      if (!(error instanceof RpcError) && !(error instanceof NetworkMismatch)) throw error;
      failure ??= error;
    }
  }
  if (chosen.length === 0) throw failure;
  return chosen;
}

/**
 * How many words money needs. Only nodes that are gone altogether are not waited for: one that lags, leaves out or contradicts
 * has to be heard.
 */
export function wordsNeeded(endpoints: readonly Endpoint[], quorum: number): number {
  const reachable = endpoints.filter((endpoint) => !endpoint.isOutOfOrder(Date.now())).length;
  return Math.max(1, Math.min(quorum, reachable));
}
