import type { RawBuilder } from 'kysely';
import type { Db } from '../../platform/db';
import { timeOfId } from '../../platform/ids';
import { TOTAL_MAX } from './list-invoices.queries';
import { findEnds, searchSpans, soughtTexts, type TextSearch, walkTexts } from './search-texts.queries';
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
/** So many of an owner's newest rows are looked at first. */
const SAMPLE = 200;
/** From this share on, looking through rows costs less than looking matches up: names come from the index, descriptions from the table. */
const COMMON_SHARE = { name: 0.2, description: 0.5 };
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

type Limits = { readonly needed: number; readonly window: Window };
/** Ids of an owner's invoices that other filters leave, newest first. */
export type Among = (limit: number) => RawBuilder<unknown>;

/**
 * What an owner has few invoices for, or what many of them have, is found among the newest. Undefined: neither. Everybody's are
 * looked at by whoever asks for them.
 */
async function findAmongNewest(db: Db, search: TextSearch, { needed, window }: Limits, among?: Among): Promise<Found | undefined> {
  const walk = (depth: number) => db.transaction((tx) => walkTexts(tx, search, { depth, among, countMax: CAP, idsMax: needed }));
  const share = search.description === undefined ? COMMON_SHARE.name : COMMON_SHARE.description;
  const depthMax = Math.ceil(CAP / share);
  const sample = await walk(SAMPLE);
  const isAll = sample.scanned < SAMPLE;
  if (!isAll && sample.total < SAMPLE * share) return undefined;
  const { scanned, total, ids } = isAll ? sample : await walk(depthMax);
  return total >= CAP || scanned < depthMax ? { ids: ids.slice(window.offset), total } : undefined;
}

async function findBySpans(db: Db, search: TextSearch, { needed, window }: Limits, spans: readonly number[]): Promise<Found> {
  const sought = soughtTexts(search);
  const ids: string[] = [];
  let total = 0;
  const page = () => ids.slice(window.offset, needed);
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

export async function findTexts(db: Db, search: TextSearch, window: Window, among?: Among): Promise<Found> {
  const limits = { needed: window.offset + window.limit, window };
  const [spans, newest] = await Promise.all([
    spansOf(db, search),
    search.scope === 'everybody' ? undefined : findAmongNewest(db, search, limits, among),
  ]);
  return newest ?? findBySpans(db, search, limits, spans);
}
