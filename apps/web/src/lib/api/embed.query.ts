import { embedApi } from '@stablegate/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api';
import { STORES_KEY } from './stores.queries';

/** The websites that may show a merchant's checkout. */
export const embedQuery = (id: string) =>
  queryOptions({
    queryKey: [...STORES_KEY, 'embed', id],
    queryFn: ({ signal }) => call(embedApi.get, { params: { id }, signal }),
  });
