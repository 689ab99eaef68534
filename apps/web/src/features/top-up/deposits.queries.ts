import { depositsApi } from '@stablegate/contract';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api';
import { FORECAST_KEY } from '../../lib/api/forecast.query';
import { type OwnDeposit, readDeposits } from './read-deposit';

export const DEPOSITS_KEY = 'deposits';

export type DepositPage = { page: number; size: number; date?: '1' | '2' | '3' | '' };
/** The page with a new top-up. */
export const NEWEST: DepositPage = { page: 0, size: 10 };

/** Money is on its way: short enough to feel live. */
const WATCH_MS = 3_000;
export const isOpen = ({ status }: Pick<OwnDeposit, 'status'>) => status === 'PENDING';

export const depositsQuery = (query: DepositPage) =>
  queryOptions({
    queryKey: [DEPOSITS_KEY, query],
    queryFn: async ({ signal }) => readDeposits(await call(depositsApi.mine, { query, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.content.some(isOpen) ? WATCH_MS : false),
  });

/** Specification 1, section 9: the rate until the server's is loaded. */
export const VND_RATE_DEFAULT = 26_000;
const RATE_MS = 60_000;

export const vndRateQuery = queryOptions({
  queryKey: ['vnd-rate'],
  queryFn: ({ signal }) => call(depositsApi.vndRate, { signal }),
  refetchInterval: RATE_MS,
});

/** They change with the configuration only. */
export const depositNetworksQuery = queryOptions({
  queryKey: ['deposit-networks'],
  queryFn: ({ signal }) => call(depositsApi.networks, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** After money has arrived: refreshes everything that shows the balance. */
export async function refreshBalance(client: QueryClient): Promise<void> {
  const keys = ['user', 'profile', 'transactions', FORECAST_KEY, DEPOSITS_KEY];
  await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
}

export const refreshDeposits = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: [DEPOSITS_KEY] });
