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
 * How many nodes have to agree before money counts. Only nodes that have been unreachable for a while are not waited for: one
 * that lags, leaves out, contradicts, is rate-limited or out of its daily budget is counted, so money waits for it.
 */
export function quorumNeeded(endpoints: readonly Endpoint[], quorum: number): number {
  const present = endpoints.filter((endpoint) => !endpoint.isOutOfOrder(Date.now())).length;
  return Math.max(1, Math.min(quorum, present));
}

/** How well a network is covered by its nodes at present. */
export type Assurance = {
  /** Nodes configured. */
  readonly nodes: number;
  /** Nodes that can be asked now. */
  readonly reachable: number;
  /** Nodes that have to agree before money counts. */
  readonly needed: number;
  /** What cannot be proven or done at present: single_node, quorum_reduced, quorum_not_reached, rate_limited, out_of_budget, key_refused. */
  readonly notes: readonly string[];
  /** Above 1 some node's budget will not last until the end of the day at the present pace. */
  readonly budgetPressure: number;
};

export function assuranceOf(endpoints: readonly Endpoint[], quorum: number): Assurance {
  const now = Date.now();
  const withheld = endpoints.map((endpoint) => endpoint.withheld(now)).filter((reason) => reason !== undefined);
  const reachable = endpoints.filter((endpoint) => !endpoint.isOutOfOrder(now) && endpoint.withheld(now) === undefined).length;
  const wanted = Math.min(quorum, endpoints.length);
  const needed = quorumNeeded(endpoints, wanted);
  const notes = [
    ...(endpoints.length === 1 ? ['single_node'] : []),
    ...(needed < wanted ? ['quorum_reduced'] : []),
    ...(reachable < needed ? ['quorum_not_reached'] : []),
    ...new Set(withheld),
  ];
  // In tenths: it is saved whenever it changes.
  const budgetPressure = Math.round(10 * Math.max(0, ...endpoints.map((endpoint) => endpoint.budgetPressure(now)))) / 10;
  return { nodes: endpoints.length, reachable, needed, notes, budgetPressure };
}
