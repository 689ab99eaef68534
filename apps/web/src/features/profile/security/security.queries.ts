import { accountsApi, passkeysApi, securityApi } from '@stablegate/contract';
import { plainAddress } from '@stablegate/rules';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/api';
import { useOwnProfile } from '../own-profile';

export const securitySettingsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['security-settings', userId],
    queryFn: ({ signal }) => call(securityApi.settings, { params: { id: userId }, signal }),
  });

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => {
    const sessions = await call(accountsApi.sessions, { signal });
    // This device first, the others in the server's order.
    return sessions.toSorted((a, b) => (a.current === b.current ? 0 : a.current ? -1 : 1));
  },
});

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call(passkeysApi.list, { signal }),
});

/** The browser's address, if known. */
export function useOwnAddress(): string | undefined {
  const { ipAddress } = useOwnProfile();
  const sessions = useQuery(sessionsQuery);
  const address = sessions.data?.find(({ current }) => current)?.ipAddress ?? ipAddress;
  return address === null || address === '' ? undefined : plainAddress(address);
}
