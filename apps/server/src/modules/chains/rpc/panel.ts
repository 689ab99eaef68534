import type { TokenState } from '../token-state.domain';
import type { Endpoint } from './endpoint';
import { NetworkMismatch, RpcError, type RpcFault } from './rpc-errors';

export type Answered<T> = { readonly endpoint: Endpoint; readonly value: T };

/** Asks several nodes concurrently. Those that fail back off and are left out; when all fail, the first error is thrown. */
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

/** What one node answers to each question: where its request fails as a whole, the error. It then backs off. */
export async function answersOf<T>(
  endpoint: Endpoint,
  questions: readonly unknown[],
  ask: () => Promise<readonly T[]>,
): Promise<readonly (T | RpcError)[]> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    endpoint.failed(error);
    return questions.map(() => error);
  }
}

/** Available nodes, those with the fewest disputes first, each verified once for chain and contract. */
export async function selectQuorumNodes(
  endpoints: readonly Endpoint[],
  size: number,
  identify: (endpoint: Endpoint) => Promise<void>,
): Promise<Endpoint[]> {
  const now = Date.now();
  const available = endpoints.filter((endpoint) => endpoint.isAvailable(now)).sort((a, b) => a.disputes - b.disputes);
  if (available.length === 0) throw new RpcError('unreachable', 'every node is backing off after faults');
  const chosen: Endpoint[] = [];
  let failure: unknown;
  for (const endpoint of available) {
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

/** A node that asks us to wait has evidence. */
const WAITS: readonly string[] = ['limited', 'exhausted'] satisfies RpcFault[];
const isError = (answer: unknown): answer is RpcError => answer instanceof RpcError;

/**
 * What each node answered about transactions, by hash: null for one that it does not know. A node that has nothing but errors for what
 * another one shows proves nothing.
 */
function noteEvidence(answers: readonly Answered<ReadonlyMap<string, unknown>>[]): void {
  const shown = new Set(
    answers.flatMap(({ value }) => [...value].flatMap(([hash, found]) => (found === null || isError(found) ? [] : [hash]))),
  );
  for (const { endpoint, value } of answers) {
    const given = [...value].flatMap(([hash, found]) => (shown.has(hash) ? [found] : []));
    const isUsable = given.some((found) => !isError(found));
    const isWaiting = given.some((found) => isError(found) && WAITS.includes(found.fault));
    if (given.length > 0 && (isUsable || !isWaiting)) endpoint.gave('transactions', isUsable);
  }
}

/** Answers for crediting, from as many nodes as there should be: those that are out of order are replaced by others where there are any. */
export async function askUsable<T>(
  endpoints: readonly Endpoint[],
  quorum: number,
  identify: (endpoint: Endpoint) => Promise<void>,
  ask: (endpoint: Endpoint) => Promise<T>,
  transactionsOf: (value: T) => ReadonlyMap<string, unknown>,
): Promise<Answered<T>[]> {
  const panel = await selectQuorumNodes(endpoints, quorum, identify);
  const answers = await askAll(panel, ask);
  noteEvidence(answers.map(({ endpoint, value }) => ({ endpoint, value: transactionsOf(value) })));
  const isUsable = ({ endpoint }: Answered<T>) => !endpoint.isOutOfOrder(Date.now());
  const usable = answers.filter(isUsable);
  const others = endpoints.filter((endpoint) => !panel.includes(endpoint) && endpoint.isAvailable(Date.now()));
  if (usable.length >= quorum || others.length === 0) return usable.length > 0 ? usable : answers;
  try {
    const more = await askAll(await selectQuorumNodes(others, quorum - usable.length, identify), ask);
    return [...usable, ...more.filter(isUsable)];
  } catch (error) {
    if (error instanceof RpcError || error instanceof NetworkMismatch) return usable.length > 0 ? usable : answers;
    throw error;
  }
}

/**
 * How many nodes must agree before a payment is credited. Only nodes are excluded that gave nothing usable for a while: one that lags, omits,
 * contradicts, is rate-limited or over its daily budget still counts, so crediting waits for it.
 */
export function quorumNeeded(endpoints: readonly Endpoint[], quorum: number): number {
  const present = endpoints.filter((endpoint) => !endpoint.isOutOfOrder(Date.now())).length;
  return Math.max(1, Math.min(quorum, present));
}

/** How well a network is covered by its nodes at present. */
export type Assurance = {
  readonly nodes: number;
  /** Nodes that can be asked now, and whose newest and final blocks move on. */
  readonly reachable: number;
  /** Nodes that must agree before a payment is credited. */
  readonly needed: number;
  /** Present limitations: single_node, quorum_reduced, quorum_not_reached, rate_limited, out_of_budget, key_refused. */
  readonly notes: readonly string[];
  /** Above 1 some node's budget will not last the day at the present pace. */
  readonly budgetPressure: number;
  /** Absent until the nodes have been asked. */
  readonly token?: TokenState | undefined;
};

export function assuranceOf(endpoints: readonly Endpoint[], quorum: number): Assurance {
  const now = Date.now();
  const withheld = endpoints.map((endpoint) => endpoint.withheld(now)).filter((reason) => reason !== undefined);
  const reachable = endpoints.filter(
    (endpoint) => !endpoint.isOutOfOrder(now) && !endpoint.isStale && endpoint.withheld(now) === undefined,
  ).length;
  const wanted = Math.min(quorum, endpoints.length);
  const needed = quorumNeeded(endpoints, wanted);
  const notes = [
    ...(endpoints.length === 1 ? ['single_node'] : []),
    ...(needed < wanted ? ['quorum_reduced'] : []),
    ...(reachable < needed ? ['quorum_not_reached'] : []),
    ...new Set(withheld),
  ];
  // Rounded to tenths, because it is saved on every change.
  const budgetPressure = Math.round(10 * Math.max(0, ...endpoints.map((endpoint) => endpoint.budgetPressure(now)))) / 10;
  return { nodes: endpoints.length, reachable, needed, notes, budgetPressure };
}
