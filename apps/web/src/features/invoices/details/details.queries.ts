import { type InvoiceStatus, invoicesApi } from '@stablegate/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api';
import { INVOICES_KEY, LIST_EVERY_MS } from '../../../lib/api/invoices.queries';
import { readDetails } from './read-details';

const OPEN_EVERY_MS = 4_000;
const OPEN: readonly InvoiceStatus[] = ['WAITING', 'PROCESSING'];

export const invoiceQuery = (transId: string) =>
  queryOptions({
    queryKey: [...INVOICES_KEY, 'one', transId],
    queryFn: async ({ signal }) => readDetails(await call(invoicesApi.get, { params: { transId }, signal })),
    // An ended invoice may still get late payments and callback attempts, just not within seconds.
    refetchInterval: ({ state }) => (state.data !== undefined && OPEN.includes(state.data.status) ? OPEN_EVERY_MS : LIST_EVERY_MS),
  });
