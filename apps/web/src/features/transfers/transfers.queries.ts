import { transfersApi } from '@stablegate/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api';
import { TRANSFERS_KEY } from '../../lib/api/transfers-key';
import type { TransferFilters } from './transfer-filters';

const EVERY_MS = 15_000;

export const transfersQuery = ({ state, ...rest }: TransferFilters) =>
  queryOptions({
    queryKey: [...TRANSFERS_KEY, 'list', state, rest],
    queryFn: async ({ signal }) => {
      const { content, ...page } = await call(transfersApi.list, { query: { ...rest, ...(state !== 'all' && { state }) }, signal });
      // The documented form is without these two.
      return { ...page, content: content.map((transfer) => ({ ...{ storeNames: [], claims: [] }, ...transfer })) };
    },
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  });
