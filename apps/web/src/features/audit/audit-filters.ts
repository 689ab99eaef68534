import { auditApi, auditFilters } from '@stablegate/contract';
import { ADMIN_PAGE_SIZE_DEFAULT, ADMIN_PAGE_SIZES } from '@stablegate/rules';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../lib/api/api';
import { pageFilters } from '../../lib/lists/page-filters';

export const filterSchema = z.object({
  ...auditFilters,
  ...pageFilters(ADMIN_PAGE_SIZES, ADMIN_PAGE_SIZE_DEFAULT),
});
export type Filters = z.output<typeof filterSchema>;

export const auditQuery = (query: Filters) =>
  queryOptions({
    queryKey: ['audit-log', query],
    queryFn: ({ signal }) => call(auditApi.list, { query, signal }),
    placeholderData: keepPreviousData,
  });
