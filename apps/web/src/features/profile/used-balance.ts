import { balanceApi } from '@stablegate/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api';

export const usedBalanceQuery = (userId: string) =>
  queryOptions({
    queryKey: ['used-balance', userId],
    queryFn: async ({ signal }) => (await call(balanceApi.totalUsed, { signal })).totalUsed,
    staleTime: 30_000,
  });
