import { balanceApi, TRANSACTION_REASONS, transactionFilters } from '@stablegate/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../lib/api/api';
import { pageFilters } from '../../lib/lists/page-filters';
import { readTransactions } from './read-transaction';

/** Specification 1, section 9. */
export const SIZES = [5, 10, 20, 50, 100] as const;
const SIZE_DEFAULT = 10;

export const filterSchema = z.object({
  reason: z.enum(TRANSACTION_REASONS).optional(),
  type: z.enum(['add', 'deduct']).optional(),
  from: transactionFilters.from,
  to: transactionFilters.to,
  ...pageFilters(SIZES, SIZE_DEFAULT),
});
export type Filters = z.output<typeof filterSchema>;

export const transactionsQuery = (query: Filters) =>
  queryOptions({
    queryKey: ['transactions', query],
    queryFn: async ({ signal }) => readTransactions(await call(balanceApi.transactions, { query, signal })),
    placeholderData: keepPreviousData,
  });
