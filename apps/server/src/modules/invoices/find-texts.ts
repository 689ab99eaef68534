import type { Db } from '../../platform/db';
import { timeOfId } from '../../platform/ids';
import { TOTAL_MAX } from './list-invoices.queries';
import { findEnds, searchSpans, soughtTexts, type TextSearch } from './search-texts.queries';
import { keysToFind, spanOf, startOfSpan } from './text-keys.domain';

/** A page of ids, newest first, and how many there are: exact up to the cap, one more means more. */
export type Found = {
  readonly ids: readonly string[];
  readonly total: number;
  /** Set where a search took too long: nothing older than this was looked at. */
  readonly searchedFrom?: Date;
};
export type Window = { readonly offset: number; readonly limit: number };

const CAP = TOTAL_MAX + 1;
/** A search stops as soon as it has enough: it begins with the newest span and takes ever more at a time. */
const SPANS_GROWTH = 8;
/** What many have and hardly one together with the other filters can take long to find: whoever waits is told how far it went. */
const SEARCH_MS_MAX = 2_000;

/** Spans of time from the newest to the oldest that can hold anything. */
async function spansOf(db: Db, { scope, idFrom, idBefore }: TextSearch): Promise<number[]> {
  const ends = await findEnds(db.query, scope);
  if (ends === undefined) return [];
  const oldest = idFrom === undefined || idFrom < ends.oldest ? ends.oldest : idFrom;
  const newest = idBefore === undefined || idBefore > ends.newest ? ends.newest : idBefore;
  const [first, last] = [spanOf(timeOfId(oldest)), spanOf(timeOfId(newest))];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => last - index);
}

export async function findTexts(db: Db, search: TextSearch, window: Window): Promise<Found> {
  const sought = soughtTexts(search);
  const needed = window.offset + window.limit;
  const ids: string[] = [];
  let total = 0;
  const page = () => ids.slice(window.offset, needed);
  const spans = await spansOf(db, search);
  const startedAt = performance.now();
  for (let from = 0, size = 1; from < spans.length && total < CAP; ) {
    const keys = spans.slice(from, from + size).map((span) => keysToFind(search.scope, span, sought));
    const hits = await searchSpans(db.query, search, keys, { countMax: CAP - total, idsMax: Math.max(0, needed - ids.length) });
    ids.push(...hits.ids);
    total += hits.total;
    from = Math.min(spans.length, from + size);
    const spentMs = performance.now() - startedAt;
    if (spentMs > SEARCH_MS_MAX && from < spans.length) return { ids: page(), total, searchedFrom: startOfSpan(spans[from - 1] ?? 0) };
    // Where much is found, only as many spans more as will do, since each is read to its end; and no more than there is time for.
    const enough = Math.ceil(((CAP - total) * from) / Math.max(1, total));
    const inTime = Math.ceil(((SEARCH_MS_MAX - spentMs) * from) / spentMs);
    size = Math.max(1, Math.min(size * SPANS_GROWTH, enough, inTime));
  }
  return { ids: page(), total };
}
