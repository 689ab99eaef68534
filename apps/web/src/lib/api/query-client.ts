import { QueryClient } from '@tanstack/react-query';
import { logWarning } from '../log';
import { GUEST, sessionQuery } from '../session/session';
import { isNetworkError } from './api-error';

const RETRIES_MAX = 2;

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // Reads are safe to retry; a change that may have arrived is never repeated automatically.
      queries: { retry: (failures, error) => isNetworkError(error) && failures < RETRIES_MAX, refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** Data of no user: it survives a change of user. */
const isPublic = (key: readonly unknown[]) => key[0] === 'public' || key[0] === sessionQuery.queryKey[0];

/** The next user of this browser finds nothing of the previous one. */
export function forgetUser(client: QueryClient): void {
  client.setQueryData(sessionQuery.queryKey, GUEST);
  client.removeQueries({ predicate: (query) => !isPublic(query.queryKey) });
}

/** Also logs failures of reads that screens show in their own way. */
export function logFailures(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error')
      logWarning(`Failed to load ${event.query.queryHash}:`, event.action.error);
  });
}
