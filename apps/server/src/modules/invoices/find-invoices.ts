import type { Db } from '../../platform/db';
import { timeOfId } from '../../platform/ids';
import type { InvoiceDeps } from './invoices.service';
import {
  collect,
  countLoose,
  countOrdered,
  type InvoiceFilter,
  isOrdered,
  listOrdered,
  readInvoiceCount,
  sortAll,
  TOTAL_MAX,
  walk,
} from './list-invoices.queries';
import { compareTexts, findEnds, searchSpans, soughtTexts } from './search-texts.queries';
import { keysToFind, spanOf } from './text-keys.domain';

/** A page of ids, newest first, and how many there are: exact up to the cap, one more means more. */
export type Found = { readonly ids: readonly string[]; readonly total: number };
export type Window = { readonly offset: number; readonly limit: number };

const CAP = TOTAL_MAX + 1;
/** So few are collected at once: a transaction id, an amount that is rare. */
const FEW = 200;
/** Else the newest rows are looked through, since most filters find their page there; when much matches and none of them, many more. */
const NEWEST = 500;
const DEEPER = 50_000;
/** A status or store with no more rows than this is compared text by text. */
const COMPARED_MAX = 5_000;
/** A search stops as soon as it has enough: it begins with the newest span and takes ever more at a time. */
const SPANS_GROWTH = 8;

const sliced = (ids: readonly string[], { offset, limit }: Window, total = ids.length): Found => ({
  ids: ids.slice(offset, offset + limit),
  total,
});

/** The totals of what the roll-ups know (nothing, a status, a store, or both) are exact, whatever their number. */
export const isRolledUp = ({ userId: _user, status: _status, storeIds: _stores, ...rest }: InvoiceFilter): boolean =>
  Object.values(rest).every((value) => value === undefined);

async function findOrdered({ db }: InvoiceDeps, filter: InvoiceFilter, window: Window): Promise<Found> {
  const [ids, total] = await Promise.all([
    listOrdered(db.query, filter, window),
    isRolledUp(filter) ? readInvoiceCount(db.query, filter) : countOrdered(db.query, filter),
  ]);
  return { ids, total };
}

const walkNewest = (db: Db, filter: InvoiceFilter, depth: number) => db.transaction((tx) => walk(tx, filter, depth));

/** A page of what many have is soon found among the newest. What few have is collected, and sorted here. */
async function findLoose({ db }: InvoiceDeps, filter: InvoiceFilter, window: Window): Promise<Found> {
  const few = await collect(db.query, filter, FEW);
  if (few.length < FEW) return sliced(few.sort().reverse(), window);
  const needed = window.offset + window.limit;
  const [total, newest] = await Promise.all([countLoose(db.query, filter), walkNewest(db, filter, NEWEST + needed)]);
  if (newest.ids.length >= needed || newest.scanned < NEWEST + needed) return { ids: sliced(newest.ids, window).ids, total };
  if (total <= TOTAL_MAX) return sliced((await collect(db.query, filter, CAP)).sort().reverse(), window);
  const { ids } = await walkNewest(db, filter, DEEPER + needed);
  return sliced(ids.length >= needed ? ids : await sortAll(db.query, filter, needed), window, total);
}

/** Spans of time from the newest to the oldest that can hold anything. */
async function spansOf({ db }: InvoiceDeps, { userId, idFrom, idBefore }: InvoiceFilter): Promise<number[]> {
  const ends = await findEnds(db.query, userId);
  if (ends === undefined) return [];
  const oldest = idFrom === undefined || idFrom < ends.oldest ? ends.oldest : idFrom;
  const newest = idBefore === undefined || idBefore > ends.newest ? ends.newest : idBefore;
  const [first, last] = [spanOf(timeOfId(oldest)), spanOf(timeOfId(newest))];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => last - index);
}

async function findTexts(deps: InvoiceDeps, filter: InvoiceFilter, window: Window): Promise<Found> {
  const { query } = deps.db;
  if (filter.status !== undefined || filter.storeIds !== undefined) {
    const { scanned, ids } = await walkNewest(deps.db, filter, COMPARED_MAX + 1);
    if (scanned <= COMPARED_MAX) return sliced(await compareTexts(query, filter, ids), window);
  }
  const sought = soughtTexts(filter);
  const needed = window.offset + window.limit;
  const ids: string[] = [];
  let total = 0;
  const spans = await spansOf(deps, filter);
  for (let from = 0, size = 1; from < spans.length && total < CAP; ) {
    const keys = spans.slice(from, from + size).map((span) => keysToFind(filter.userId, span, sought));
    const hits = await searchSpans(query, filter, keys, { countMax: CAP - total, idsMax: Math.max(0, needed - ids.length) });
    ids.push(...hits.ids);
    total += hits.total;
    from += size;
    // Where much is found, only as many spans more as will do: each is read to its end.
    size = Math.min(size * SPANS_GROWTH, Math.max(1, Math.ceil(((CAP - total) * from) / Math.max(1, total))));
  }
  return sliced(ids, window, total);
}

/** Every filter in a time that does not grow with the number of invoices; docs/adr/0012-invoices.md has the figures. */
export function findInvoices(deps: InvoiceDeps, filter: InvoiceFilter, window: Window): Promise<Found> {
  if (isOrdered(filter)) return findOrdered(deps, filter, window);
  return soughtTexts(filter).length > 0 ? findTexts(deps, filter, window) : findLoose(deps, filter, window);
}
