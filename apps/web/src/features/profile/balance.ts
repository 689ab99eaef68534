import { balanceApi } from '@stablegate/contract';
import { readMicros } from '@stablegate/rules';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api';

/** The part of the balance held by open invoices; undefined when nothing is held. */
export function heldMicros({ balance, available }: { balance: number; available: number }): bigint | undefined {
  const all = readMicros(balance);
  const free = readMicros(available);
  return all === undefined || free === undefined || all === free ? undefined : all - free;
}

export const usedBalanceQuery = (userId: string) =>
  queryOptions({
    queryKey: ['used-balance', userId],
    queryFn: async ({ signal }) => (await call(balanceApi.totalUsed, { signal })).totalUsed,
    staleTime: 30_000,
  });
