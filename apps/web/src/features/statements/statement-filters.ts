import { STATEMENTS_SIZE_DEFAULT, statementsApi } from '@stablegate/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../lib/api/api';
import { pageFilters } from '../../lib/lists/page-filters';

export const SIZES = [STATEMENTS_SIZE_DEFAULT, 24] as const;
export const filterSchema = z.object({ storeId: z.string().min(1).max(64).optional(), ...pageFilters(SIZES, STATEMENTS_SIZE_DEFAULT) });
export type Filters = z.output<typeof filterSchema>;

export const statementsQuery = (query: Filters) =>
  queryOptions({
    queryKey: ['statements', query],
    queryFn: ({ signal }) => call(statementsApi.list, { query, signal }),
    placeholderData: keepPreviousData,
  });
