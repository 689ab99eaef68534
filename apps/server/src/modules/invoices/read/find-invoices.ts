import type { Db } from '../../../platform/db/db';
import type { InvoiceId } from '../../../platform/id-types';
import type { FoundPage } from '../../../platform/lists/list';
import { COUNT_MAX, TOTAL_MAX, type Window } from '../../../platform/lists/paging';
import type { InvoiceDeps } from '../invoices.deps';
import { findTexts } from './find-texts';
import {
  collect,
  countLoose,
  countOrdered,
  type InvoiceFilter,
  isOrdered,
  listOrdered,
  looseConditions,
  ordered,
  readInvoiceCount,
  sortAll,
  walk,
} from './list-invoices.queries';
import { compareTexts, soughtTexts } from './search-texts.queries';

/** Up to this many matches are collected in one query: a transaction id, a rare amount. */
const FEW = 200;
/** Otherwise the newest rows are scanned first, where most filters find their page; if many match but none of these, many more. */
const NEWEST = 500;
const DEEPER = 50_000;
/** Up to this many rows left by other filters, texts are compared row by row. */
const COMPARED_MAX = 10_000;

const sliced = (ids: readonly InvoiceId[], { offset, limit }: Window, total = ids.length): FoundPage<InvoiceId> => ({
  ids: ids.slice(offset, offset + limit),
  total,
});

/** Totals the roll-ups cover (no filter, a status, a store, or both) are exact, whatever their size. */
export const isRolledUp = ({ userId: _user, statuses: _statuses, storeIds: _stores, ...rest }: InvoiceFilter): boolean =>
  Object.values(rest).every((value) => value === undefined);

async function findOrdered({ db }: InvoiceDeps, filter: InvoiceFilter, window: Window): Promise<FoundPage<InvoiceId>> {
  const [ids, total] = await Promise.all([
    listOrdered(db.query, filter, window),
    isRolledUp(filter) ? readInvoiceCount(db.query, filter) : countOrdered(db.query, filter),
  ]);
  return { ids, total };
}

const walkNewest = (db: Db, filter: InvoiceFilter, depth: number) => db.transaction((tx) => walk(tx, filter, depth));

/** Common matches are soon found among the newest rows. Rare ones are collected and sorted here. */
async function findLoose({ db }: InvoiceDeps, filter: InvoiceFilter, window: Window): Promise<FoundPage<InvoiceId>> {
  const few = await collect(db.query, filter, FEW);
  if (few.length < FEW) return sliced(few.sort().reverse(), window);
  const needed = window.offset + window.limit;
  const [total, newest] = await Promise.all([countLoose(db.query, filter), walkNewest(db, filter, NEWEST + needed)]);
  if (newest.ids.length >= needed || newest.scanned < NEWEST + needed) return { ids: sliced(newest.ids, window).ids, total };
  if (total <= TOTAL_MAX) return sliced((await collect(db.query, filter, COUNT_MAX)).sort().reverse(), window);
  const { ids } = await walkNewest(db, filter, DEEPER + needed);
  return sliced(ids.length >= needed ? ids : await sortAll(db.query, filter, needed), window, total);
}

async function findByTexts({ db }: InvoiceDeps, filter: InvoiceFilter, window: Window): Promise<FoundPage<InvoiceId>> {
  const { userId, name, description, transIdStart, idFrom, idBefore, ...rest } = filter;
  // A prefix of two characters is searched among the text keys.
  const isInTexts = soughtTexts({ transIdStart }).length > 0;
  const where = looseConditions({ userId, ...rest, transIdStart: isInTexts ? undefined : transIdStart });
  const search = { scope: { userId }, name, description, transIdStart, idFrom, idBefore, where };
  if (where.length === 0) return findTexts(db, search, window);
  const others = { ...filter, name: undefined, description: undefined, ...(isInTexts ? { transIdStart: undefined } : {}) };
  const few = await collect(db.query, others, COMPARED_MAX + 1);
  if (few.length <= COMPARED_MAX) return sliced(await compareTexts(db.query, search, few), window);
  return findTexts(db, search, window, isOrdered(others) ? { among: (limit) => ordered(others, limit) } : {});
}

/** Every filter runs in a time that does not grow with the number of invoices; see docs/adr/0012-invoices.md. */
export function findInvoices(deps: InvoiceDeps, filter: InvoiceFilter, window: Window): Promise<FoundPage<InvoiceId>> {
  if (isOrdered(filter)) return findOrdered(deps, filter, window);
  return soughtTexts(filter).length > 0 ? findByTexts(deps, filter, window) : findLoose(deps, filter, window);
}
