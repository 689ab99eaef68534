import type { IncomingTransfer, Transfer } from '../../../chains.domain';
import { tokenAccountOf } from './solana-transfers.domain';

const sumOf = (items: readonly { readonly raw: bigint }[]): bigint => items.reduce((total, { raw }) => total + raw, 0n);
function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
const groupOf = ({ txHash, logKey }: { readonly txHash: string; readonly logKey: string }): string => `${txHash}:${tokenAccountOf(logKey)}`;

/**
 * The first reading of a transaction fixes how its money is split into rows. A node that cannot parse an instruction returns one row by
 * balance where another returns several: without this both would be credited. Transfers known in the same slot are skipped, those in
 * another slot keep their identities.
 */
export function inKnownShape(found: readonly IncomingTransfer[], rows: readonly Transfer[]): IncomingTransfer[] {
  const groups = groupBy(found, groupOf);
  const known = groupBy(rows, groupOf);
  return [...groups].flatMap(([group, incoming]) => {
    const all = known.get(group) ?? [];
    const live = all.filter(({ state }) => state !== 'reorged');
    const same = live.length > 0 ? live : all;
    const [first] = incoming;
    if (first === undefined || same.length === 0) return incoming;
    if (live.some(({ blockNumber }) => blockNumber === first.block.number)) return [];
    const keys = new Set(incoming.map(({ logKey }) => logKey));
    const isAlike = same.length === incoming.length && same.every(({ logKey }) => keys.has(logKey));
    if (isAlike) return incoming;
    // One transaction cannot have two sums: confirmation decides which is true, and until then nothing is added.
    if (sumOf(same) !== sumOf(incoming)) return live.length > 0 ? [] : incoming;
    return same.map(({ txHash, logKey, logIndex, fromAddress, toAddress, toKey, raw }) => ({
      txHash,
      logKey,
      logIndex,
      fromAddress,
      toAddress,
      toKey,
      raw,
      block: first.block,
    }));
  });
}
