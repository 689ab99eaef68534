import type { NodeState } from '../node-types';
import { beyondHead, INVALID_PARAMS, Refusal, rangeRefused, tooManyResults, tooManyTopics } from '../refusals';
import { logsOf, type PlacedLog } from './evm-blocks';
import { logShape, numbersOf } from './evm-shapes';
import type { EvmChain } from './evm-types';
import type { EvmView } from './evm-view';

type Filter = {
  readonly address?: string | readonly string[];
  readonly topics?: readonly (string | readonly string[] | null)[];
  readonly fromBlock?: string;
  readonly toBlock?: string;
  readonly blockHash?: string;
};

const setOf = (value: string | readonly string[] | null | undefined): ReadonlySet<string> | undefined =>
  value === null || value === undefined
    ? undefined
    : new Set((typeof value === 'string' ? [value] : value).map((one) => one.toLowerCase()));

/** Whether the node's own list contains the log; the key is the same on all nodes, however they number. */
export const isListed = (log: PlacedLog, method: string, { faults }: NodeState): boolean =>
  !faults.omits?.({
    method,
    key: `${log.transaction.hash}:${log.indexInTransaction}`,
    txHash: log.transaction.hash,
    block: log.block.number,
  });

type Span = { readonly from: number; readonly to: number };

function rangeOf(chain: EvmChain, view: EvmView, filter: Filter, numberOf: (tag: string) => number): Span {
  if (filter.blockHash !== undefined) {
    const block = view.byHash(filter.blockHash);
    if (block === undefined) throw new Refusal({ code: -32000, message: 'unknown block' });
    return { from: block.number, to: block.number };
  }
  const [from, to] = [numberOf(filter.fromBlock ?? 'latest'), numberOf(filter.toBlock ?? 'latest')];
  if (from > to) throw new Refusal({ code: chain.isTron ? INVALID_PARAMS : -32000, message: 'invalid block range params' });
  return { from, to };
}

/** eth_getLogs with the limits of the node's plan. Blocks it does not have yet and pruned ones are errors, as with geth. */
export function getLogs(chain: EvmChain, node: NodeState, view: EvmView, filter: Filter, numberOf: (tag: string) => number): object[] {
  const { limits, faults } = node;
  const topics = (filter.topics ?? []).map(setOf);
  const most = Math.max(0, ...topics.map((values) => values?.size ?? 0));
  if (limits.topicValues !== undefined && most > limits.topicValues) throw tooManyTopics(limits.topicValues);
  const { from, to } = rangeOf(chain, view, filter, numberOf);
  const asked = to - from + 1;
  if (limits.logRange !== undefined && asked > limits.logRange) throw rangeRefused(limits.provider, limits.logRange, from, asked);
  if (!chain.isTron && faults.pastHead === 'refused' && to > view.head.number) throw beyondHead(chain.network === 'BEP20');
  if (faults.prunedBelow > 0 && from < view.firstNumber) throw new Refusal({ code: 4444, message: 'pruned history unavailable' });
  const addresses = setOf(filter.address);
  const found: PlacedLog[] = [];
  const last = Math.min(to, view.head.number - faults.indexLag);
  for (let number = Math.max(from, view.firstNumber); number <= last; number += 1) {
    const block = view.block(number);
    if (block === undefined) continue;
    for (const log of logsOf(block)) {
      if (addresses !== undefined && !addresses.has(log.contract)) continue;
      if (!topics.every((values, index) => values === undefined || values.has(log.topics[index] ?? ''))) continue;
      if (isListed(log, 'eth_getLogs', node)) found.push(log);
    }
    if (limits.logResults !== undefined && found.length > limits.logResults)
      throw tooManyResults(limits.provider, limits.logResults, from, to);
  }
  const numbers = numbersOf(faults);
  return found.map((log) => logShape(log, numbers, faults.logTimes));
}
