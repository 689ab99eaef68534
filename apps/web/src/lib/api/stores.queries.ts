import { networksApi, storesApi } from '@stablegate/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api';

/** Prefix of the list and every single store, so that one change refreshes both. */
export const STORES_KEY = ['stores'] as const;

export const storesQuery = queryOptions({
  queryKey: [...STORES_KEY, 'list'],
  queryFn: ({ signal }) => call(storesApi.list, { signal }),
});

export const storeQuery = (id: string) =>
  queryOptions({
    queryKey: [...STORES_KEY, 'one', id],
    queryFn: ({ signal }) => call(storesApi.get, { params: { id }, signal }),
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
