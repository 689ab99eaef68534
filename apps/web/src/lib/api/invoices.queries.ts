import { EXPIRED_OR_FAILED, type InvoiceListQuery, invoicesApi } from '@stablegate/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './api';
import { readInvoices } from './read-invoice';

/** Prefix of lists, counts and single invoices, so that one change refreshes all of them. */
export const INVOICES_KEY = ['invoices'] as const;

/** Failed invoices are listed among the expired ones, as in the merchant API: the tabs add up to All. */
const listed = (status: InvoiceListQuery['status']): InvoiceListQuery['status'] =>
  status === 'EXPIRED' || status === '3' ? EXPIRED_OR_FAILED : status;

/** What every list, search and export of invoices reads. */
export const fetchInvoices = async (query: InvoiceListQuery, signal?: AbortSignal) =>
  readInvoices(await call(invoicesApi.list, { query: { ...query, status: listed(query.status) }, signal }));

/** Short enough to show a payment while the user watches, long enough to be cheap. */
export const LIST_EVERY_MS = 15_000;

export const invoiceListQuery = (query: InvoiceListQuery) =>
  queryOptions({
    queryKey: [...INVOICES_KEY, 'list', query],
    queryFn: ({ signal }) => fetchInvoices(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_EVERY_MS,
  });

export const invoiceCountsQuery = queryOptions({
  queryKey: [...INVOICES_KEY, 'counts'],
  queryFn: ({ signal }) => call(invoicesApi.counts, { signal }),
  refetchInterval: LIST_EVERY_MS,
});
