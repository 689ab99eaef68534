import type { NetworkSettings } from '../../../../config-networks';
import type { ReadCursor } from '../chain-adapter';
import type { Branch } from './branch';

/** The last blocks are read again at every tenth poll or every 30 s, which finds logs that a node indexed late. */
const OVERLAP_MS = 60_000;
const OVERLAP_POLLS = 10;
const OVERLAP_EVERY_MS = 30_000;
/** A single node's blocks are read a second time this long after the first: an index may take minutes to settle. */
export const RECHECK_MS = 300_000;
/** A node with a small block limit gets several calls concurrently, up to these maxima. */
const CALLS_MAX = 16;
const SMALL_SPAN = 256;

export type WatchedKeys = { has(key: string): boolean; keys(): Iterable<string>; readonly size: number };

/**
 * Blocks from..to are read; those from `firstTime` on for the first time (or because they were disputed), those below it again. `newFrom`
 * is the cursor's position.
 */
export type Plan = {
  readonly from: number;
  readonly to: number;
  readonly firstTime: number;
  readonly newFrom: number;
  readonly tip: number;
};

/** When the last blocks are read again: counted in polls and in time, because polls run every few seconds or once a minute. */
export type OverlapClock = {
  /** How far back this poll should read. */
  dueMs(): number;
  /** The due blocks have been read. */
  done(ms: number): void;
};

export function createOverlapClock(now: () => number = () => performance.now()): OverlapClock {
  let polls = 0;
  let overlapAt = now();
  return {
    dueMs: () => {
      polls += 1;
      return polls >= OVERLAP_POLLS || now() - overlapAt >= OVERLAP_EVERY_MS ? OVERLAP_MS : 0;
    },
    done: (ms) => {
      if (ms === 0) return;
      polls = 0;
      overlapAt = now();
    },
  };
}

export type BlockSpan = { readonly from: number; readonly to: number };
/** Which blocks of a single node are due for their second reading. */
export type Recheck = { due(cursor: Pick<ReadCursor, 'nextBlock' | 'unprovenFrom'>): BlockSpan | undefined };

/**
 * Every block proven only by a single node's logs is read twice, however long the watcher was away: the pending range is in the database.
 * Its age is kept in memory, so a restart delays the second reading and never drops it.
 */
export function createRecheck(now: () => number, everyMs: number = RECHECK_MS): Recheck {
  let mark: { readonly block: number; readonly at: number } | undefined;
  return {
    due: ({ nextBlock, unprovenFrom }) => {
      if (nextBlock === null || unprovenFrom === undefined) return undefined;
      // A rewind invalidates the mark.
      if (mark === undefined || mark.block > nextBlock) mark = { block: nextBlock, at: now() };
      if (now() - mark.at < everyMs) return undefined;
      if (unprovenFrom < mark.block) return { from: unprovenFrom, to: mark.block - 1 };
      mark = { block: nextBlock, at: now() };
      return undefined;
    },
  };
}

/** Blocks of one reading. */
export const spanOf = (range: number): number => Math.max(range, Math.min(range * CALLS_MAX, SMALL_SPAN));

export function planRange(
  settings: NetworkSettings,
  { views, rereadFrom }: Branch,
  cursor: ReadCursor,
  { overlapMs, spanMax, lastBlock }: { readonly overlapMs: number; readonly spanMax: number; readonly lastBlock?: number | undefined },
): Plan | undefined {
  const tip = Math.min(...views.map((view) => view.head.number)) - settings.tipMargin;
  const lowest = settings.startBlock ?? 0;
  const doubted = [rereadFrom, cursor.rescanFrom, cursor.unprovenFrom].filter((block) => block !== undefined);
  const next = cursor.nextBlock ?? settings.startBlock ?? Math.max(0, tip);
  const first = Math.min(next, ...doubted.map((block) => Math.max(block, lowest)));
  if (tip < first) return undefined;
  const span = Math.min(spanMax, ...views.map((view) => spanOf(view.endpoint.range())));
  const room = span - (tip - first + 1);
  const isOverlapping = overlapMs > 0 && first === next && cursor.nextBlock !== null && room > 0;
  const overlap = isOverlapping ? Math.min(room, Math.ceil(overlapMs / settings.blockMs)) : 0;
  const from = Math.max(Math.min(lowest, first), first - overlap);
  return { from, to: Math.min(tip, from + span - 1, lastBlock ?? tip), firstTime: first, newFrom: next, tip };
}
