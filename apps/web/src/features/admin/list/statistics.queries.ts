import { adminApi, adminDepositsApi, adminInvoicesApi } from '@stablegate/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api';

const statistics = ['admin', 'statistics'] as const;
/** The charts' range: the back office's specification requires 30 days. */
const DAYS = { days: '30' } as const;

/** An answer without a single figure is a failure: a row of dashes would look as if there was nothing to count. */
function withFigures<Figures extends object>(answer: Figures): Figures {
  if (Object.values(answer).every((figure) => figure === undefined || figure === null)) throw new TypeError('the answer has no figures');
  return answer;
}

export const revenueQuery = queryOptions({
  queryKey: [...statistics, 'revenue'],
  queryFn: async ({ signal }) => withFigures((await call(adminInvoicesApi.revenue, { signal })).data),
});
export const userStatisticsQuery = queryOptions({
  queryKey: [...statistics, 'users'],
  queryFn: async ({ signal }) => withFigures(await call(adminApi.userStatistics, { signal })),
});
export const depositStatisticsQuery = queryOptions({
  queryKey: [...statistics, 'deposits'],
  queryFn: async ({ signal }) => withFigures(await call(adminDepositsApi.statistics, { signal })),
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
