import { QueryClient } from '@tanstack/react-query';
import { logWarning } from '../log';
import { GUEST, sessionQuery } from '../session/session';
import { isNetworkError } from './api-error';

const RETRIES_MAX = 2;

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // Reading again is safe; a change that may have arrived is never sent twice by itself.
      queries: { retry: (failures, error) => isNetworkError(error) && failures < RETRIES_MAX, refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** Data that belongs to nobody: it outlives a change of user. */
const isPublic = (key: readonly unknown[]) => key[0] === 'public' || key[0] === sessionQuery.queryKey[0];

/** Whoever signs in next on this browser finds nothing of the one before. */
export function forgetUser(client: QueryClient): void {
  client.setQueryData(sessionQuery.queryKey, GUEST);
  client.removeQueries({ predicate: (query) => !isPublic(query.queryKey) });
}

/** Failures of reads that the screen shows in its own way are also kept in the log. */
export function logFailures(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error')
      logWarning(`Failed to load ${event.query.queryHash}:`, event.action.error);
  });
}
