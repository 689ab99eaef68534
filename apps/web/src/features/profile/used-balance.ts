import { defineRoute } from '@stablegate/contract';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../lib/api';

const totalUsed = defineRoute({
  method: 'GET',
  path: '/transaction-logs/total-used',
  summary: 'What the account has used of its balance',
  tag: 'Balance',
  access: 'verified',
  reply: { 200: z.object({ totalUsed: z.number() }) },
});

export const usedBalanceQuery = (userId: string) =>
  queryOptions({
    queryKey: ['used-balance', userId],
    queryFn: async ({ signal }) => (await call(totalUsed, { signal })).totalUsed,
    staleTime: 30_000,
  });
