import { statusApi } from '@stablegate/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api';

const STATUS_EVERY_MS = 30_000;

export const statusQuery = queryOptions({
  queryKey: ['public', 'status'],
  queryFn: ({ signal }) => call(statusApi.read, { signal }),
  refetchInterval: STATUS_EVERY_MS,
});
