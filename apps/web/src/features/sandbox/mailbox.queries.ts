import { sandboxApi } from '@stablegate/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api';

const REFRESH_MS = 3_000;

/** The call accepts complete addresses only; users type a prefix, so the page filters locally. */
export const mailboxQuery = (to: string) =>
  queryOptions({
    queryKey: ['public', 'sandbox-mailbox'],
    queryFn: ({ signal }) => call(sandboxApi.mailbox, { query: {}, signal }),
    select: (mails) => mails.filter((mail) => mail.to.toLowerCase().includes(to.trim().toLowerCase())),
    refetchInterval: REFRESH_MS,
  });
