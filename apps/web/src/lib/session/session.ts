import { accountsApi, type SessionState, type User } from '@stablegate/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Answered } from '../answers/present-fields';
import { call, sessionWatch } from '../api/api';

export const GUEST: SessionState = {
  isAuthenticated: false,
  userId: null,
  emailVerified: false,
  isAdmin: false,
  email: null,
  pendingEmail: null,
  accountId: null,
  teamRole: null,
};

/** Reads the session without touching the cache, so that a screen can finish its own step before the guards react. */
export async function fetchSession(signal?: AbortSignal): Promise<SessionState> {
  const told = await call(accountsApi.session, { signal });
  const emails = { email: told.email || null, pendingEmail: told.pendingEmail || null };
  const state: SessionState = { ...GUEST, ...{ accountId: told.userId }, ...told, ...emails }; // the documented answer is without teams
  sessionWatch.saw(state);
  return state;
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => fetchSession(signal),
  // Cached and revalidated: a tab that returns after half a minute asks again.
  staleTime: 30_000,
  refetchOnWindowFocus: true,
});

/** The last known session; a guest until it is known. Behind the guards it always is. */
export const useSession = (): SessionState => useQuery(sessionQuery).data ?? GUEST;

type Left = 'username' | 'roles' | 'balance' | 'available' | 'createDate';
export type Account = ReturnType<typeof readUser>;

/** All of a balance is available unless the answer says otherwise; null where it says nothing. */
export const readBalance = ({ balance = null, available }: Partial<Answered<User, Left>>) => ({ balance, available: available ?? balance });

/** Specification 1, section 3, knows of no part that is held, and of no day of registration. */
const readUser = (user: Answered<User, Left>) => ({
  ...user,
  ...readBalance(user),
  username: user.username || '–',
  roles: user.roles ?? [],
  createDate: user.createDate ?? '',
});

/** One's own, and of the accounts one works for. */
export const EVERY_USER = ['user'];

export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: [...EVERY_USER, userId],
    queryFn: async ({ signal }) => readUser(await call(accountsApi.user, { params: { id: userId }, signal })),
    staleTime: 30_000,
  });

/** The record of the account that the session works for: its balance and age. */
export function useAccount() {
  const { accountId } = useSession();
  return useQuery({ ...userQuery(accountId ?? ''), enabled: accountId !== null });
}
