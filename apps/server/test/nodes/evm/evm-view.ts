import type { NodeFaults, NodeState } from '../node-types';
import { Refusal } from '../refusals';
import type { EvmBlock, EvmTransaction } from './evm-blocks';
import type { EvmChain } from './evm-types';

/** The chain as one node sees it: its branch, minus its lag and what it has pruned. */
export type EvmView = {
  readonly head: EvmBlock;
  readonly finalNumber: number;
  readonly firstNumber: number;
  /** Undefined where the node has none. */
  block(number: number): EvmBlock | undefined;
  byHash(hash: string): EvmBlock | undefined;
  /** Undefined where the node does not know it, or hides it. */
  transaction(txHash: string): { readonly block: EvmBlock; readonly transaction: EvmTransaction; readonly index: number } | undefined;
};

/** bor's answer while it has no valid milestone. */
const NOT_FOUND = new Refusal({ code: -32000, message: 'finalized block not found' });

function finalNumberOf({ finality }: NodeFaults, head: number, honest: number): number {
  const answer = typeof finality === 'function' ? finality() : finality;
  if (answer === 'refused') throw NOT_FOUND;
  if (answer === 'newest') return head;
  return answer === 'honest' ? honest : Math.min(answer, honest);
}

export function viewOf(chain: EvmChain, { faults }: NodeState): EvmView {
  const blocks = chain.blocks(faults.branch);
  const first = Math.max(chain.startNumber, faults.prunedBelow);
  const newest = blocks.length - 1 - faults.lag - (faults.machineLag?.() ?? 0);
  const headIndex = Math.max(0, Math.min(newest, (faults.frozenAt ?? Number.MAX_SAFE_INTEGER) - chain.startNumber));
  const head = blocks[headIndex];
  if (head === undefined) throw new Error('a branch without blocks');
  const block = (number: number): EvmBlock | undefined =>
    number < first || number > head.number ? undefined : blocks[number - chain.startNumber];
  return {
    head,
    firstNumber: first,
    get finalNumber() {
      return finalNumberOf(faults, head.number, Math.max(chain.startNumber, head.number - chain.finalityDepth));
    },
    block,
    byHash: (hash) => blocks.slice(0, headIndex + 1).findLast((one) => one.hash === hash.toLowerCase()),
    transaction: (txHash) => {
      if (faults.hides?.(txHash.toLowerCase())) return undefined;
      for (const place of chain.placesOf(txHash)) {
        if (block(place.number) !== place) continue;
        const index = place.transactions.findIndex(({ hash }) => hash === txHash.toLowerCase());
        const transaction = place.transactions[index];
        if (transaction !== undefined) return { block: place, transaction, index };
      }
      return undefined;
    },
  };
}
