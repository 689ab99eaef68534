import { auditApi, auditFilters } from '@stablegate/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../lib/api/api';

export const SIZES = [10, 20, 50, 100] as const;
const SIZE_DEFAULT = 20;

export const filterSchema = z.object({
  ...auditFilters,
  page: z.coerce.number().int().min(0).default(0),
  size: z.coerce
    .number()
    .refine((size) => SIZES.some((each) => each === size))
    .default(SIZE_DEFAULT),
});
export type Filters = z.output<typeof filterSchema>;

export const auditQuery = (query: Filters) =>
  queryOptions({
    queryKey: ['audit-log', query],
    queryFn: ({ signal }) => call(auditApi.list, { query, signal }),
    placeholderData: keepPreviousData,
  });
