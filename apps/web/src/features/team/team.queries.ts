import { teamApi } from '@stablegate/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api';

export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }) => call(teamApi.list, { signal }),
});
