import { networksApi, type Store, storesApi, type Wallet } from '@stablegate/contract';
import { queryOptions } from '@tanstack/react-query';
import { type Answered, presentFields } from '../answers/present-fields';
import { NOTHING, readTime, readTimeOrNull } from '../time/read-time';
import { call } from './api';

/** Prefix of the list and every single store, so that one change refreshes both. */
export const STORES_KEY = ['stores'] as const;

/** What the documented forms leave out: a store without a status is Active (specification 1, section 3), and callbacks carry its key. */
const readStore = (store: Answered<Store, Exclude<keyof Store, 'id'>>): Store => ({
  ...{
    name: '',
    merchantId: '',
    apiKey: '',
    status: 'Active',
    note: null,
    invoiceExpiryMinutes: 0,
    hasAddress: true,
    keyInCallbacks: true,
    sharesAddresses: false,
    exposedSecrets: [],
  },
  ...presentFields(store),
  id: store.id,
  time: readTime(store.time),
});
const readWallet = (wallet: Answered<Wallet, 'pendingAddress' | 'pendingAt'>): Wallet => ({
  ...wallet,
  pendingAddress: wallet.pendingAddress ?? null,
  pendingAt: readTimeOrNull(wallet.pendingAt),
});

/** In lists and choices, a store without a name is a dash that can be pressed; its own form shows an empty field. */
const readRow = (row: Store): Store => {
  const store = readStore(row);
  return { ...store, name: store.name || NOTHING };
};

export const storesQuery = queryOptions({
  queryKey: [...STORES_KEY, 'list'],
  queryFn: async ({ signal }) => (await call(storesApi.list, { signal })).map(readRow),
});

/** For a choice that starts with the first: one that can be paid, then an active one without an address. */
export const payableFirst = (stores: readonly Store[]): readonly Store[] => {
  const rank = ({ status, hasAddress }: Store): number => (status !== 'Active' ? 2 : hasAddress ? 0 : 1);
  return stores.toSorted((a, b) => rank(a) - rank(b));
};

export const storeQuery = (id: string) =>
  queryOptions({
    queryKey: [...STORES_KEY, 'one', id],
    queryFn: async ({ signal }) => {
      const { store, wallets } = await call(storesApi.get, { params: { id }, signal });
      const { callbackSecret = '', allowedIps = [] } = store;
      return { store: { ...readStore(store), callbackSecret, allowedIps }, wallets: wallets.map(readWallet) };
    },
  });

/** Short enough to show a stopped network while the user watches. */
const NETWORKS_EVERY_MS = 15_000;

export const networksQuery = queryOptions({
  queryKey: ['public', 'networks'],
  // Spread: an answer that is no list fails here and not in a screen.
  queryFn: async ({ signal }) => [...(await call(networksApi.list, { signal }))],
  refetchInterval: NETWORKS_EVERY_MS,
});

/** Explorers and contracts change at most with a release: the same query without refetching. */
export const networkFactsQuery = queryOptions({ ...networksQuery, refetchInterval: false, staleTime: Number.POSITIVE_INFINITY });
