import type { AdminInvoice, AdminInvoiceQuery } from '@stablegate/contract';
import { formatMicros, HOUR_MS } from '@stablegate/rules';
import { dayAfter, startOfDay } from '../../platform/db/time-zone';
import { firstIdAt } from '../../platform/ids';
import { emptyToUndefined, emptyToUndefinedMicros, type Paging, pagingOf, totalsOf, windowOf } from '../../platform/lists/paging';
import type { AdminDeps } from './admin.deps';
import { conditionsOf, findOnlyAddress, type InvoiceFilter, type InvoiceRow, indexOf, readInvoices } from './invoices.queries';

const earliest = (...times: (Date | undefined)[]): Date | undefined =>
  times.reduce((a, b) => (a === undefined || (b !== undefined && b < a) ? b : a), undefined);
const latest = (...times: (Date | undefined)[]): Date | undefined =>
  times.reduce((a, b) => (a === undefined || (b !== undefined && b > a) ? b : a), undefined);

/** Invoices live at most an hour, so a day of expiry bounds the creation too, and the order of the list serves both. */
function timesOf(query: AdminInvoiceQuery, timeZone: string) {
  const begin = (day: string | undefined) => (emptyToUndefined(day) === undefined ? undefined : startOfDay(day ?? '', timeZone));
  const end = (day: string | undefined) => (emptyToUndefined(day) === undefined ? undefined : startOfDay(dayAfter(day ?? ''), timeZone));
  const [expiresFrom, expiresBefore] = [begin(query.expiresFrom), end(query.expiresTo)];
  const createdFrom = latest(begin(query.createdFrom), expiresFrom && new Date(expiresFrom.getTime() - HOUR_MS));
  const createdBefore = earliest(end(query.createdTo), expiresBefore);
  return {
    expiresFrom,
    expiresBefore,
    idFrom: createdFrom && firstIdAt('invoice', createdFrom),
    idBefore: createdBefore && firstIdAt('invoice', createdBefore),
  };
}

function toFilter(query: AdminInvoiceQuery, timeZone: string): InvoiceFilter {
  const status = query.status === '' ? undefined : query.status;
  return {
    transId: emptyToUndefined(query.transId),
    name: emptyToUndefined(query.name),
    description: emptyToUndefined(query.description),
    requestId: emptyToUndefined(query.requestId),
    fromAddress: emptyToUndefined(query.fromAddress),
    toAddress: emptyToUndefined(query.toAddress),
    transactionHash: emptyToUndefined(query.transactionHash),
    network: query.network === '' ? undefined : query.network,
    status: status === 'PENDING' ? 'WAITING' : status,
    amountMin: emptyToUndefinedMicros(query.amountMin),
    amountMax: emptyToUndefinedMicros(query.amountMax),
    feeMin: emptyToUndefinedMicros(query.feeMin),
    feeMax: emptyToUndefinedMicros(query.feeMax),
    ...timesOf(query, timeZone),
  };
}

function toView({ amountMicros, feeMicros, feeCharged, createdAt, expiresAt, storeId, storeName, ...row }: InvoiceRow): AdminInvoice {
  return {
    ...row,
    flags: [...row.flags],
    amount: formatMicros(amountMicros),
    feeAmount: formatMicros(feeMicros),
    total: formatMicros(amountMicros + feeMicros),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    processKey: feeCharged && feeMicros > 0n ? `invoice-fee:${row.id}` : null,
    store: { id: storeId, name: storeName },
  };
}

/** A complete address gets its payments in order, however old they are. */
async function withAddresses({ db }: AdminDeps, { fromAddress, toAddress, ...filter }: InvoiceFilter): Promise<InvoiceFilter> {
  const from = fromAddress === undefined ? undefined : await findOnlyAddress(db.query, 'from', fromAddress);
  const to = toAddress === undefined ? undefined : await findOnlyAddress(db.query, 'to', toAddress);
  return { ...filter, ...(from === undefined ? { fromAddress } : { from }), ...(to === undefined ? { toAddress } : { to }) };
}

export async function listInvoices(
  deps: AdminDeps,
  query: AdminInvoiceQuery,
): Promise<{ readonly invoices: AdminInvoice[]; readonly paging: Paging }> {
  const filter = await withAddresses(deps, toFilter(query, deps.timeZone));
  const { name, description, idFrom, idBefore } = filter;
  const search = { name, description, idFrom, idBefore, where: conditionsOf(filter), index: indexOf(filter) };
  const { ids, ...counted } = await deps.invoices.find(search, windowOf(query));
  const rows = await readInvoices(deps.db.query, ids);
  return { invoices: rows.map(toView), paging: pagingOf(query, totalsOf(counted)) };
}
