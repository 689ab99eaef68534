import type { Db } from '../../../platform/db/db';
import { isShort } from '../../../platform/db/sql-parts';
import type { InvoiceId } from '../../../platform/id-types';
import { findPage } from '../../../platform/lists/find-page';
import type { FoundPage } from '../../../platform/lists/list';
import { COUNT_MAX, TOTAL_MAX, type Window } from '../../../platform/lists/paging';
import type { InvoiceDeps } from '../invoices.deps';
import { invoiceList } from './invoice-list';
import {
  collect,
  countLoose,
  countOrdered,
  type InvoiceFilter,
  isOrdered,
  listOrdered,
  looseConditions,
  readInvoiceCount,
  sortAll,
  walk,
} from './list-invoices.queries';

/** Up to this many matches are collected in one query: a transaction id, a rare amount. */
const FEW = 200;
/** Otherwise the newest rows are scanned first, where most filters find their page; if many match but none of these, many more. */
const NEWEST = 500;
const DEEPER = 50_000;

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

/** A prefix of one or two characters of a transaction id is searched among the texts; a longer one has its own index. */
const transStartOf = ({ transIdStart }: InvoiceFilter): string | undefined =>
  transIdStart !== undefined && isShort(transIdStart) ? transIdStart : undefined;

function findByTexts({ db }: InvoiceDeps, filter: InvoiceFilter, window: Window): Promise<FoundPage<InvoiceId>> {
  const transStart = transStartOf(filter);
  const where = looseConditions({ ...filter, ...(transStart === undefined ? {} : { transIdStart: undefined }) });
  return findPage(db, invoiceList({ ...filter, transStart, where, index: 'some' }), window);
}

/** Every filter runs in a time that does not grow with the number of invoices; see docs/adr/0012-invoices.md. */
export function findInvoices(deps: InvoiceDeps, filter: InvoiceFilter, window: Window): Promise<FoundPage<InvoiceId>> {
  if (isOrdered(filter)) return findOrdered(deps, filter, window);
  const hasText = [filter.name, filter.description, transStartOf(filter)].some((text) => text !== undefined);
  return hasText ? findByTexts(deps, filter, window) : findLoose(deps, filter, window);
}
