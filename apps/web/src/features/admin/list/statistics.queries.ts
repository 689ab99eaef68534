import { adminApi, adminDepositsApi, adminInvoicesApi } from '@stablegate/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api';

const statistics = ['admin', 'statistics'] as const;
/** The charts' range: the back office's specification requires 30 days. */
const DAYS = { days: '30' } as const;

export const revenueQuery = queryOptions({
  queryKey: [...statistics, 'revenue'],
  queryFn: async ({ signal }) => (await call(adminInvoicesApi.revenue, { signal })).data,
});
export const userStatisticsQuery = queryOptions({
  queryKey: [...statistics, 'users'],
  queryFn: ({ signal }) => call(adminApi.userStatistics, { signal }),
});
export const depositStatisticsQuery = queryOptions({
  queryKey: [...statistics, 'deposits'],
  queryFn: ({ signal }) => call(adminDepositsApi.statistics, { signal }),
});
export const revenueSeriesQuery = queryOptions({
  queryKey: [...statistics, 'revenue-series'],
  queryFn: async ({ signal }) => (await call(adminInvoicesApi.revenueSeries, { query: DAYS, signal })).data,
});
export const userSeriesQuery = queryOptions({
  queryKey: [...statistics, 'user-series'],
  queryFn: async ({ signal }) => (await call(adminApi.userSeries, { query: DAYS, signal })).data,
});
export const depositSeriesQuery = queryOptions({
  queryKey: [...statistics, 'deposit-series'],
  queryFn: async ({ signal }) => (await call(adminDepositsApi.series, { query: DAYS, signal })).data,
});
