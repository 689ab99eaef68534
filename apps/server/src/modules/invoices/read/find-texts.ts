import type { RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/db';
import { isTimeout } from '../../../platform/db/db-errors';
import type { InvoiceId } from '../../../platform/id-types';
import { firstIdAt, timeOfId } from '../../../platform/ids';
import type { FoundPage } from '../../../platform/lists/list';
import { COUNT_MAX, type Window } from '../../../platform/lists/paging';
import { findEnds, type SpanSearch, searchSpans, soughtTexts, type TextSearch, walkFar, walkTexts } from './search-texts.queries';
import { keysToFind, spanOf, startOfSpan } from './text-keys.domain';

/** A search stops as soon as it has enough: it begins with the newest span and grows by this factor. */
const SPANS_GROWTH = 8;
/** The owner's newest rows examined first. */
const SAMPLE = 200;
/** From this share of matches on, scanning rows costs less than the key index: names come from the index, descriptions from the table. */
const COMMON_SHARE = { name: 0.2, description: 0.5 };
/** A common text with hardly a match under the other filters can take long: the search then returns how far it got. */
const SEARCH_MS_MAX = 2_000;

/** Time spans from the newest to the oldest that can hold anything. */
async function spansOf(db: Db, { scope, idFrom, idBefore }: TextSearch): Promise<number[]> {
  const ends = await findEnds(db.query, scope);
  if (ends === undefined) return [];
  const oldest = idFrom === undefined || idFrom < ends.oldest ? ends.oldest : idFrom;
  const newest = idBefore === undefined || idBefore > ends.newest ? ends.newest : idBefore;
  const [first, last] = [spanOf(timeOfId(oldest)), spanOf(timeOfId(newest))];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => last - index);
}

type Limits = { readonly needed: number; readonly window: Window };
/** What the caller already knows about the search. */
export type TextHints = {
  /** Ids of an owner's invoices that other filters leave, newest first. */
  readonly among?: Among | undefined;
  /** None of the newest rows has it. */
  readonly isRare?: boolean;
};
type Among = (limit: number) => RawBuilder<unknown>;

type Newest = { readonly found?: FoundPage<InvoiceId>; readonly isRare: boolean };

/** Owners with few invoices, and common texts, are found among the newest rows. */
async function findAmongNewest(db: Db, search: TextSearch, { needed, window }: Limits, among?: Among): Promise<Newest> {
  const limits = (depth: number) => ({ depth, among, countMax: COUNT_MAX, idsMax: needed });
  const foundIn = ({ ids, total }: { ids: readonly InvoiceId[]; total: number }) => ({ ids: ids.slice(window.offset), total });
  const sample = await walkTexts(db.query, search, limits(SAMPLE));
  if (sample.scanned < SAMPLE) return { found: foundIn(sample), isRare: false };
  const share = search.description === undefined ? COMMON_SHARE.name : COMMON_SHARE.description;
  if (sample.total < SAMPLE * share) return { isRare: sample.total === 0 };
  const depthMax = Math.ceil(COUNT_MAX / share);
  const walked = await db.transaction((tx) => walkFar(tx, search, limits(depthMax)));
  return { isRare: false, ...(walked.total >= COUNT_MAX || walked.scanned < depthMax ? { found: foundIn(walked) } : {}) };
}

const firstIdOf = (span: number): string => firstIdAt('invoice', startOfSpan(span));
const spanSearch = (search: TextSearch, span: number): SpanSearch => ({
  keys: keysToFind(search.scope, span, soughtTexts(search)),
  idFrom: firstIdOf(span),
  idBefore: firstIdOf(span + 1),
});

type Spans = { readonly spans: readonly number[]; readonly isRare: boolean };

async function findBySpans(
  db: Db,
  search: TextSearch,
  { needed, window }: Limits,
  { spans, isRare }: Spans,
): Promise<FoundPage<InvoiceId>> {
  const ids: InvoiceId[] = [];
  let total = 0;
  let from = 0;
  const soFar = (): FoundPage<InvoiceId> => ({
    ids: ids.slice(window.offset, needed),
    total,
    ...(from < spans.length && total < COUNT_MAX ? { searchedFrom: startOfSpan((spans[from] ?? 0) + 1) } : {}),
  });
  const startedAt = performance.now();
  for (let size = isRare ? SPANS_GROWTH : 1; from < spans.length && total < COUNT_MAX; ) {
    const asked = spans.slice(from, from + size).map((span) => spanSearch(search, span));
    const limits = { countMax: COUNT_MAX - total, idsMax: Math.max(0, needed - ids.length) };
    const hits = await searchSpans(db.query, search, asked, limits).catch((error: unknown) => {
      if (isTimeout(error)) return undefined;
      throw error;
    });
    if (hits === undefined) return soFar();
    ids.push(...hits.ids);
    total += hits.total;
    from = Math.min(spans.length, from + size);
    const spentMs = performance.now() - startedAt;
    if (spentMs > SEARCH_MS_MAX) return soFar();
    // With many matches only as many further spans as needed, since each is read completely; and only within the time limit.
    const enough = Math.ceil(((COUNT_MAX - total) * from) / Math.max(1, total));
    const inTime = Math.ceil(((SEARCH_MS_MAX - spentMs) * from) / spentMs);
    size = Math.max(1, Math.min(size * SPANS_GROWTH, enough, inTime));
  }
  return soFar();
}

export async function findTexts(
  db: Db,
  search: TextSearch,
  window: Window,
  { among, isRare = false }: TextHints = {},
): Promise<FoundPage<InvoiceId>> {
  const limits = { needed: window.offset + window.limit, window };
  // For all owners the caller has already searched the newest rows; rows ordered by other filters have been compared.
  const scanNewest = async (): Promise<Newest> =>
    search.scope === 'everybody' ? { isRare } : findAmongNewest(db, among === undefined ? search : { ...search, where: [] }, limits, among);
  const [spans, newest] = await Promise.all([spansOf(db, search), scanNewest()]);
  return newest.found ?? findBySpans(db, search, limits, { spans, isRare: newest.isRare });
}
