import { type InvoiceListQuery, type InvoiceStatus, STATUS_BY_NUMBER } from '@stablegate/contract';
import { dayAfter, startOfDay } from '../../../platform/db/time-zone';
import type { UserId } from '../../../platform/id-types';
import { firstIdAt } from '../../../platform/ids';
import { given, givenMicros, type Totals, totalsOf, windowOf } from '../../../platform/lists/paging';
import type { InvoiceDeps } from '../invoices.deps';
import type { InvoiceRecord } from '../invoices.queries';
import { findInvoices, isRolledUp } from './find-invoices';
import { type InvoiceFilter, readInvoicesById } from './list-invoices.queries';

export type InvoicePage = Totals & { readonly content: readonly InvoiceRecord[] };

const isNumbered = (status: string): status is keyof typeof STATUS_BY_NUMBER => status in STATUS_BY_NUMBER;

/** To a merchant a failed invoice is an expired one, as in the merchant API: then the five tabs add up to all. */
function statusesOf(text: string | undefined): readonly InvoiceStatus[] | undefined {
  const status = given(text);
  if (status === undefined) return undefined;
  const named = isNumbered(status) ? STATUS_BY_NUMBER[status] : (status as InvoiceStatus);
  return named === 'EXPIRED' ? ['EXPIRED', 'FAILED'] : [named];
}

async function toFilter(deps: InvoiceDeps, userId: UserId, query: InvoiceListQuery): Promise<InvoiceFilter> {
  const [from, to, storeName] = [given(query.createdFrom), given(query.createdTo), given(query.storeName)];
  return {
    userId,
    transIdStart: given(query.transId)?.toLowerCase(),
    name: given(query.name),
    description: given(query.description),
    statuses: statusesOf(query.status),
    storeIds: storeName === undefined ? undefined : await deps.stores.findStoreIdsByName(userId, storeName),
    amountMinMicros: givenMicros(query.amountMin),
    amountMaxMicros: givenMicros(query.amountMax),
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
