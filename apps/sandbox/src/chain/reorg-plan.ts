import type { Hex } from 'viem';
import type { BlockSpec } from './chain-types';

/**
 * The blocks that replace `old`: one more than before, so that the new branch is longer. The first is always empty and has its own randao,
 * which changes every hash after it; kept transactions move one block later, so a payment changes both its block hash and its block number.
 */
export function planReplacement(old: readonly BlockSpec[], keep: boolean, now: number, randao: Hex): BlockSpec[] {
  const [first, last] = [old[0], old.at(-1)];
  if (!first || !last) throw new Error('a reorganisation replaces at least one block');
  const later = old.map((block, index) => ({
    time: old[index + 1]?.time ?? Math.max(now, last.time),
    transactions: keep ? block.transactions : [],
  }));
  return [{ time: first.time, transactions: [], randao }, ...later];
}
