import { balanceApi } from '@stablegate/contract';
import { MICRO, readMicros } from '@stablegate/rules';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api';

const CENT = MICRO / 100n;
/** As the screen rounds them, half up. */
const inCents = (micros: bigint): bigint => ((micros + CENT / 2n) / CENT) * CENT;

/**
 * The part of the balance held by open invoices; undefined when nothing is held. The difference of the two shown amounts, so that the three
 * add up on screen.
 */
export function heldCents({ balance, available }: { balance: number | null; available: number | null }): bigint | undefined {
  if (balance === null || available === null) return undefined;
  const [all, free] = [readMicros(balance), readMicros(available)];
  return all === undefined || free === undefined || all === free ? undefined : inCents(all) - inCents(free);
}

export const usedBalanceQuery = (userId: string) =>
  queryOptions({
    queryKey: ['used-balance', userId],
    queryFn: async ({ signal }) => (await call(balanceApi.totalUsed, { signal })).totalUsed,
    staleTime: 30_000,
  });
