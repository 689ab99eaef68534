import { networksApi, type Store, storesApi, type Wallet } from '@stablegate/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api';

/** Prefix of the list and every single store, so that one change refreshes both. */
export const STORES_KEY = ['stores'] as const;

/** What the documented forms leave out: a store without a status is Active (specification 1, section 3). */
const readStore = <Read extends Store>(store: Read): Read => ({ ...{ status: 'Active', hasAddress: true }, ...store });
const readWallet = (wallet: Wallet): Wallet => ({ ...{ pendingAddress: null, pendingAt: null }, ...wallet });

export const storesQuery = queryOptions({
  queryKey: [...STORES_KEY, 'list'],
  queryFn: async ({ signal }) => (await call(storesApi.list, { signal })).map(readStore),
});

export const storeQuery = (id: string) =>
  queryOptions({
    queryKey: [...STORES_KEY, 'one', id],
    queryFn: async ({ signal }) => {
      const { store, wallets } = await call(storesApi.get, { params: { id }, signal });
      return { store: readStore({ ...{ callbackSecret: '', invoiceExpiryMinutes: 0 }, ...store }), wallets: wallets.map(readWallet) };
    },
  });

/** Short enough to show a stopped network while the user watches. */
const NETWORKS_EVERY_MS = 15_000;

export const networksQuery = queryOptions({
  queryKey: ['public', 'networks'],
  queryFn: ({ signal }) => call(networksApi.list, { signal }),
  refetchInterval: NETWORKS_EVERY_MS,
});

/** Explorers and contracts change at most with a release: the same query without refetching. */
export const networkFactsQuery = queryOptions({ ...networksQuery, refetchInterval: false, staleTime: Number.POSITIVE_INFINITY });
