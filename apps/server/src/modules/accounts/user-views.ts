import { mayRole, type Profile, type SessionState, type User } from '@stablegate/contract';
import { AppError } from '../../platform/app-error';
import type { Queryable } from '../../platform/db/db';
import type { UserId } from '../../platform/id-types';
import type { Principal } from '../../platform/principal';
import type { AccountDeps } from './accounts.deps';
import { findUserById, type UserRecord } from './users.queries';

const GUEST: SessionState = {
  isAuthenticated: false,
  userId: null,
  emailVerified: false,
  isAdmin: false,
  email: null,
  pendingEmail: null,
  accountId: null,
  teamRole: null,
};

export async function describeSession(deps: AccountDeps, principal: Principal | undefined): Promise<SessionState> {
  const user = principal === undefined ? undefined : await findUserById(deps.db.query, principal.userId);
  if (principal === undefined || user === undefined) return GUEST;
  return {
    isAuthenticated: true,
    userId: user.id,
    emailVerified: user.emailVerified,
    isAdmin: user.role === 'ADMIN',
    email: user.email,
    pendingEmail: user.pendingEmail,
    accountId: principal.account.id,
    teamRole: principal.account.role,
  };
}

/** One's own record only: another user's id is not found. */
async function findOwn(deps: AccountDeps, principal: Principal, userId: UserId): Promise<UserRecord> {
  const user = principal.userId === userId ? await findUserById(deps.db.query, userId) : undefined;
  if (user === undefined) throw new AppError('not_found');
  return user;
}

/** One's own, or that of the account one works for. What the ledger and the revenue say is added by the route. */
export async function getUser(
  deps: AccountDeps,
  principal: Principal,
  userId: UserId,
): Promise<Omit<User, 'balance' | 'available' | 'secondFactorAdvised'>> {
  const isOfTeam = principal.account.id === userId && mayRole(principal.account.role, 'read');
  const user = await findOwn(deps, isOfTeam ? { ...principal, userId } : principal, userId);
  return {
    username: user.username,
    emailVerified: user.emailVerified,
    roles: [{ authority: user.role }],
    createDate: user.createdAt.toISOString(),
    serverTime: deps.clocks.business.now().toISOString(),
  };
}

/** For the frame of the dashboard; whoever has yet to verify the e-mail address is led elsewhere. */
export async function describeMember(
  deps: AccountDeps,
  principal: Principal | undefined,
): Promise<{ session: SessionState; createDate: string; serverTime: string } | undefined> {
  const session = await describeSession(deps, principal);
  if (principal === undefined || !session.emailVerified) return undefined;
  const { createDate, serverTime } = await getUser(deps, principal, principal.account.id);
  return { session, createDate, serverTime };
}

export async function getProfile(
  deps: AccountDeps,
  principal: Principal,
  userId: UserId,
): Promise<Omit<Profile, 'balance' | 'available' | 'deposit'>> {
  const user = await findOwn(deps, principal, userId);
  return {
    userId: user.id,
    username: user.username,
    email: user.email,
    ipAddress: user.lastIp,
    device: user.lastDevice,
    twoFactorEnabled: principal.totp,
    hasPasskey: principal.hasPasskey,
    createDate: user.createdAt.toISOString(),
  };
}

/** Recipient and language of a mail about a user's business. */
export async function findMailReader(
  tx: Queryable,
  userId: UserId,
): Promise<Pick<UserRecord, 'username' | 'email' | 'language'> | undefined> {
  const user = await findUserById(tx, userId);
  return user === undefined ? undefined : { username: user.username, email: user.email, language: user.language };
}
