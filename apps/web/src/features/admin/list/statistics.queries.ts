import { adminApi, adminDepositsApi, adminInvoicesApi } from '@stablegate/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
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

/** A day's month, 1 to 12, of YYYY-MM-DD. */
const monthOf = (date: string): number => Number.parseInt(date.slice(5, 7), 10);

/** The month of the business day, which may differ from the browser's; a series always ends today. */
export function useBusinessMonth(): number | undefined {
  const today = useQuery(userSeriesQuery).data?.at(-1);
  return today === undefined ? undefined : monthOf(today.date);
}
