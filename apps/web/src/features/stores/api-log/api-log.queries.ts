import { apiCallFilters, apiCallsApi } from '@stablegate/contract';
import { ADMIN_PAGE_SIZE_DEFAULT, ADMIN_PAGE_SIZES } from '@stablegate/rules';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../../lib/api/api';
import { STORES_KEY } from '../../../lib/api/stores.queries';
import { pageFilters } from '../../../lib/lists/page-filters';

export const filterSchema = z.object({ ...apiCallFilters, ...pageFilters(ADMIN_PAGE_SIZES, ADMIN_PAGE_SIZE_DEFAULT) });
export type Filters = z.output<typeof filterSchema>;

export const apiCallsQuery = (id: string, query: Filters) =>
  queryOptions({
    queryKey: [...STORES_KEY, 'api-calls', id, query],
    queryFn: ({ signal }) => call(apiCallsApi.list, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });
