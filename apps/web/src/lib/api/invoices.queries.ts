import { type InvoiceListQuery, type InvoiceStatus, invoicesApi } from '@stablegate/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './api';

/** Lists, counts and single invoices lie under it, so that one change refreshes all of them. */
export const INVOICES_KEY = ['invoices'] as const;

/** Often enough that a payment is seen while somebody looks, seldom enough to cost nothing. */
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
    // What has ended may still get late payments and callback tries, only not by the second.
    refetchInterval: ({ state }) => (state.data !== undefined && OPEN.includes(state.data.status) ? OPEN_EVERY_MS : LIST_EVERY_MS),
  });
