import { sandboxApi } from '@stablegate/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api';

const REFRESH_MS = 3_000;

/** The call takes whole addresses only; people type the beginning of one, so the page filters what it has. */
export const mailboxQuery = (to: string) =>
  queryOptions({
    queryKey: ['public', 'sandbox-mailbox'],
    queryFn: ({ signal }) => call(sandboxApi.mailbox, { query: {}, signal }),
    select: (mails) => mails.filter((mail) => mail.to.toLowerCase().includes(to.trim().toLowerCase())),
    refetchInterval: REFRESH_MS,
  });
