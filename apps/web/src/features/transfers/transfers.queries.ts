import { transfersApi } from '@stablegate/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api';
import { TRANSFERS_KEY } from '../../lib/api/transfers-key';
import { readTransfer } from './read-transfer';
import type { TransferFilters } from './transfer-filters';

const EVERY_MS = 15_000;

export const transfersQuery = ({ state, ...rest }: TransferFilters) =>
  queryOptions({
    queryKey: [...TRANSFERS_KEY, 'list', state, rest],
    queryFn: async ({ signal }) => {
      const page = await call(transfersApi.list, { query: { ...rest, ...(state !== 'all' && { state }) }, signal });
      return { ...page, content: page.content.map(readTransfer) };
    },
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  });
