import { type InvoiceListQuery, type InvoiceStatus, invoicesApi } from '@stablegate/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './api';

/** Prefix of lists, counts and single invoices, so that one change refreshes all of them. */
export const INVOICES_KEY = ['invoices'] as const;

/** Short enough to show a payment while the user watches, long enough to be cheap. */
const LIST_EVERY_MS = 15_000;
const OPEN_EVERY_MS = 4_000;

export const invoiceListQuery = (query: InvoiceListQuery) =>
  queryOptions({
    queryKey: [...INVOICES_KEY, 'list', query],
    queryFn: ({ signal }) => call(invoicesApi.list, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_EVERY_MS,
  });

export const invoiceCountsQuery = queryOptions({
  queryKey: [...INVOICES_KEY, 'counts'],
  queryFn: ({ signal }) => call(invoicesApi.counts, { signal }),
  refetchInterval: LIST_EVERY_MS,
});

const OPEN: readonly InvoiceStatus[] = ['WAITING', 'PROCESSING'];

export const invoiceQuery = (transId: string) =>
  queryOptions({
    queryKey: [...INVOICES_KEY, 'one', transId],
    queryFn: ({ signal }) => call(invoicesApi.get, { params: { transId }, signal }),
    // An ended invoice may still get late payments and callback attempts, just not within seconds.
    refetchInterval: ({ state }) => (state.data !== undefined && OPEN.includes(state.data.status) ? OPEN_EVERY_MS : LIST_EVERY_MS),
  });
