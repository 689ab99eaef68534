import type { Db } from '../../../platform/db/db';
import { readWatched } from '../addresses/watched.queries';
import type { Family } from '../chains.domain';

/** All watched addresses of a family in memory, so that a log costs one lookup however many invoices are open. */
export type WatchIndex = {
  has(key: string): boolean;
  keys(): Iterable<string>;
  readonly size: number;
  /** Sees everything committed before the call. */
  refresh(): Promise<WatchIndex>;
};

/** Unwatched addresses leave the index periodically; until then the database refuses their transfers. */
const RELOAD_MS = 300_000;

export function createWatchIndex(db: Db, family: Family): WatchIndex {
  let keys = new Set<string>();
  let horizon: string | undefined;
  let loadedAt = 0;
  const index: WatchIndex = {
    has: (key) => keys.has(key),
    keys: () => keys,
    get size() {
      return keys.size;
    },
    refresh: async () => {
      const isStale = performance.now() - loadedAt > RELOAD_MS || horizon === undefined;
      const update = await readWatched(db.query, family, isStale ? undefined : horizon);
      if (isStale) {
        keys = new Set(update.keys);
        loadedAt = performance.now();
      } else for (const key of update.keys) keys.add(key);
      horizon = update.horizon;
      return index;
    },
  };
  return index;
}
