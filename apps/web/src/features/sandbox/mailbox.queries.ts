import { sandboxApi } from '@stablegate/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

const REFRESH_MS = 3_000;

export const mailboxQuery = (to: string) =>
  queryOptions({
    queryKey: ['public', 'sandbox-mailbox', to],
    queryFn: ({ signal }) => call(sandboxApi.mailbox, { query: { to }, signal }),
    refetchInterval: REFRESH_MS,
    // The old list stays while another filter loads.
    placeholderData: keepPreviousData,
  });
