import {
  EXPIRED_OR_FAILED,
  type InvoiceListQuery,
  type InvoiceStatus,
  type MerchantInvoice,
  type MerchantListQuery,
  STATUS_BY_NUMBER,
} from '@stablegate/contract';
import { assertDefined } from '../../../platform/assert';
import { dayAfter, startOfDay } from '../../../platform/db/time-zone';
import type { InvoiceId, UserId } from '../../../platform/id-types';
import { firstIdAt } from '../../../platform/ids';
import { emptyToUndefined, emptyToUndefinedMicros, type Totals, totalsOf, windowOf } from '../../../platform/lists/paging';
import type { StorePrincipal } from '../../../platform/principal';
import type { InvoiceDeps } from '../invoices.deps';
import type { InvoiceRecord } from '../invoices.queries';
import { findInvoices, isRolledUp } from './find-invoices';
import { type InvoiceFilter, listOrdered, readInvoicesById } from './list-invoices.queries';

export type InvoicePage = Totals & { readonly content: readonly InvoiceRecord[] };

const isNumbered = (status: string): status is keyof typeof STATUS_BY_NUMBER => status in STATUS_BY_NUMBER;

function statusesOf(text: string | undefined): readonly InvoiceStatus[] | undefined {
  const status = emptyToUndefined(text);
  if (status === undefined) return undefined;
  if (status === EXPIRED_OR_FAILED) return STATUSES_OF.expired;
  return [isNumbered(status) ? STATUS_BY_NUMBER[status] : (status as InvoiceStatus)];
}

async function toFilter(deps: InvoiceDeps, userId: UserId, query: InvoiceListQuery): Promise<InvoiceFilter> {
  const [from, to, storeName] = [emptyToUndefined(query.createdFrom), emptyToUndefined(query.createdTo), emptyToUndefined(query.storeName)];
  return {
    userId,
    transIdStart: emptyToUndefined(query.transId)?.toLowerCase(),
    name: emptyToUndefined(query.name),
    description: emptyToUndefined(query.description),
    statuses: statusesOf(query.status),
    storeIds: storeName === undefined ? undefined : await deps.stores.findStoreIdsByName(userId, storeName),
    amountMinMicros: emptyToUndefinedMicros(query.amountMin),
    amountMaxMicros: emptyToUndefinedMicros(query.amountMax),
    idFrom: from === undefined ? undefined : firstIdAt('invoice', startOfDay(from, deps.timeZone)),
    idBefore: to === undefined ? undefined : firstIdAt('invoice', startOfDay(dayAfter(to), deps.timeZone)),
  };
}

export async function listInvoices(deps: InvoiceDeps, userId: UserId, query: InvoiceListQuery): Promise<InvoicePage> {
  const window = windowOf(query);
  const filter = await toFilter(deps, userId, query);
  const { ids, ...counted } = await findInvoices(deps, filter, window);
  const content = await readInvoicesById(deps.db.query, ids);
  return { content, ...totalsOf({ ...counted, isExact: isRolledUp(filter) }) };
}

/** Which states the words of the merchant API stand for. */
const STATUSES_OF: Readonly<Record<MerchantInvoice['status'], readonly InvoiceStatus[]>> = {
  completed: ['SUCCESS'],
  waiting: ['WAITING', 'PROCESSING'],
  expired: ['EXPIRED', 'FAILED'],
};

export type StoreListQuery = Pick<MerchantListQuery, 'status' | 'created_from' | 'created_before' | 'limit'> & {
  /** The last invoice of the page before. */
  readonly before: InvoiceId | undefined;
};
export type StorePage = { readonly invoices: readonly InvoiceRecord[]; readonly next: InvoiceId | undefined };

/** One store's invoices, newest first, from an index. One more than asked for tells whether there is a next page. */
export async function listOfStore(deps: InvoiceDeps, { storeId, userId }: StorePrincipal, query: StoreListQuery): Promise<StorePage> {
  const { status, created_from, created_before, limit, before } = query;
  const ends = [before, created_before === undefined ? undefined : firstIdAt('invoice', new Date(created_before))];
  const filter = {
    userId: assertDefined(userId ?? undefined, 'the owner of a store with a key'),
    storeIds: [storeId],
    statuses: status === undefined ? undefined : STATUSES_OF[status],
    idFrom: created_from === undefined ? undefined : firstIdAt('invoice', new Date(created_from)),
    idBefore: ends.filter((end) => end !== undefined).sort()[0],
  };
  const ids = await listOrdered(deps.db.query, filter, { offset: 0, limit: limit + 1 });
  const invoices = await readInvoicesById(deps.db.query, ids.slice(0, limit));
  return { invoices, next: ids.length > limit ? ids[limit - 1] : undefined };
}
