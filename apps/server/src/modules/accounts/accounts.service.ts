import type { SessionState, User } from '@stablegate/contract';
import { AppError } from '../../platform/app-error';
import type { Clocks } from '../../platform/clock';
import type { Db } from '../../platform/db';
import type { Logger } from '../../platform/log';
import type { Outbox } from '../../platform/outbox';
import type { PasswordHasher } from '../../platform/password-hasher';
import type { Principal } from '../../platform/principal';
import type { AccountMails } from './account-mails';
import { closeSession, readSession, type Visitor } from './sessions';
import { type SignIn, signIn } from './sign-in';
import { type SignUp, signUp } from './sign-up';
import { findUserById } from './users.queries';

export type AccountDeps = { db: Db; clocks: Clocks; hasher: PasswordHasher; outbox: Outbox; log: Logger; mails: AccountMails };

const GUEST: SessionState = { isAuthenticated: false, userId: null, emailVerified: false, isAdmin: false, email: null, pendingEmail: null };

export const createAccountService = (deps: AccountDeps) => ({
  signUp: (input: SignUp) => signUp(deps, input),
  signIn: (input: SignIn, visitor: Visitor) => signIn(deps, input, visitor),
  readSession: (token: string) => readSession(deps, token),
  signOut: (token: string) => closeSession(deps, token),
  describeSession: async (principal: Principal | undefined): Promise<SessionState> => {
    const user = principal === undefined ? undefined : await findUserById(deps.db.query, principal.userId);
    if (principal === undefined || user === undefined) return GUEST;
    return {
      isAuthenticated: true,
      userId: user.id,
      emailVerified: user.emailVerified,
      isAdmin: user.role === 'ADMIN',
      email: user.email,
      pendingEmail: user.pendingEmail,
    };
  },
  /** The own record only: another user's id answers as if it did not exist. */
  getUser: async (principal: Principal, userId: string): Promise<Omit<User, 'balance' | 'available'>> => {
    const user = principal.userId === userId ? await findUserById(deps.db.query, userId) : undefined;
    if (user === undefined) throw new AppError('not_found');
    return {
      username: user.username,
      emailVerified: user.emailVerified,
      roles: user.role === 'ADMIN' ? [{ authority: 'USER' }, { authority: 'ADMIN' }] : [{ authority: 'USER' }],
      createDate: user.createdAt.toISOString(),
    };
  },
});
export type AccountService = ReturnType<typeof createAccountService>;
