import { dashboardApi } from '@stablegate/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api';

/** Revenue changes when an invoice becomes final: half a minute is soon enough. */
const EVERY_MS = 30_000;
const SERIES_DAYS = '30';

export const revenueQuery = queryOptions({
  queryKey: ['revenue', 'cards'],
  queryFn: async ({ signal }) => (await call(dashboardApi.revenue, { signal })).data,
  refetchInterval: EVERY_MS,
});

export const revenueSeriesQuery = queryOptions({
  queryKey: ['revenue', 'series', SERIES_DAYS],
  queryFn: async ({ signal }) => (await call(dashboardApi.series, { query: { days: SERIES_DAYS }, signal })).data,
  refetchInterval: EVERY_MS,
});
