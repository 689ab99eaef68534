import { balanceApi } from '@stablegate/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api';

export const FORECAST_KEY = 'forecast';

export const forecastQuery = (userId: string) =>
  queryOptions({
    queryKey: [FORECAST_KEY, userId],
    queryFn: ({ signal }) => call(balanceApi.forecast, { signal }),
    staleTime: 60_000,
  });
