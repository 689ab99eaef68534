import type { IncomingTransfer, Transfer } from '../chains.domain';

/** A freshly read range compared with our rows. */
export type Reconciled = {
  readonly fresh: readonly IncomingTransfer[];
  /** The same transfer in the same block, stored under an identity of an earlier release. */
  readonly renamed: readonly { readonly row: Transfer; readonly incoming: IncomingTransfer }[];
  /** The same transfer in another block. */
  readonly moved: readonly { readonly row: Transfer; readonly incoming: IncomingTransfer }[];
  /** Reorged earlier, and back. */
  readonly revived: readonly { readonly row: Transfer; readonly incoming: IncomingTransfer }[];
  readonly removed: readonly Transfer[];
};

const contentOf = (transfer: { toKey: string; fromAddress: string; raw: bigint }): string =>
  `${transfer.toKey}:${transfer.fromAddress}:${transfer.raw}`;
const byLogIndex = (a: { logIndex: number }, b: { logIndex: number }): number => a.logIndex - b.logIndex;
const isLive = (row: Transfer): boolean => row.state !== 'reorged';

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/**
 * A range is authoritative for its blocks. `rows` are its live rows and all rows, live or reorged, of the transactions found. A transaction
 * is in at most one block, so rows are matched by content: live ones first, those of the block and with the same identity before others,
 * then in log order.
 */
export function reconcile(found: readonly IncomingTransfer[], rows: readonly Transfer[]): Reconciled {
  const fresh: IncomingTransfer[] = [];
  const renamed: { row: Transfer; incoming: IncomingTransfer }[] = [];
  const moved: { row: Transfer; incoming: IncomingTransfer }[] = [];
  const revived: { row: Transfer; incoming: IncomingTransfer }[] = [];
  const rowsLeft = new Set(rows);
  const rowsOf = groupBy(rows, (row) => row.txHash);
  for (const [txHash, incomings] of groupBy(found, (incoming) => incoming.txHash)) {
    const candidates = rowsOf.get(txHash) ?? [];
    const open: IncomingTransfer[] = [];
    for (const incoming of incomings) {
      const same = candidates.find((row) => isLive(row) && row.logKey === incoming.logKey && row.blockHash === incoming.block.hash);
      if (same === undefined) open.push(incoming);
      else rowsLeft.delete(same);
    }
    for (const incoming of open.sort(byLogIndex)) {
      const alike = candidates.filter((row) => rowsLeft.has(row) && contentOf(row) === contentOf(incoming)).sort(byLogIndex);
      const live = alike.filter(isLive);
      const here = live.find(({ blockHash }) => blockHash === incoming.block.hash);
      const row = here ?? live.find(({ logKey }) => logKey === incoming.logKey) ?? live[0] ?? alike[0];
      if (row === undefined) fresh.push(incoming);
      else {
        rowsLeft.delete(row);
        (row === here ? renamed : isLive(row) ? moved : revived).push({ row, incoming });
      }
    }
  }
  return { fresh, renamed, moved, revived, removed: [...rowsLeft].filter(isLive) };
}
