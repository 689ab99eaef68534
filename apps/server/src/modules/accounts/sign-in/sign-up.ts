import { AppError } from '../../../platform/app-error';
import { uniqueViolation } from '../../../platform/db/db-errors';
import type { UserId } from '../../../platform/id-types';
import { newId } from '../../../platform/ids';
import type { AccountDeps } from '../accounts.deps';
import { foldCase } from '../accounts.domain';
import { releaseStaleEmail } from '../mailed-links/email-verification';
import { saveLanguage } from '../mailed-links/mail-language.queries';
import { assertGoodPassword } from '../security/change-password';
import type { Visitor } from '../sessions/sessions';
import { insertUser } from '../users.queries';
import { rememberBrowser } from './known-devices';

export type SignUp = { readonly username: string; readonly email: string; readonly password: string };

/** The UNIQUE constraints decide between concurrent sign-ups with one name. */
const TAKEN = { users_username_unique: 'username_taken', users_email_unique: 'email_taken' } as const;

export type SignedUp = { readonly userId: UserId; readonly deviceToken: string | undefined };

/** The browser that signed up is the owner's: it is known from the start. */
export async function signUp(deps: AccountDeps, input: SignUp, visitor?: Visitor): Promise<SignedUp> {
  await assertGoodPassword(input.password, 'password', input);
  const passwordHash = await deps.hasher.hash(input.password, 'stranger'); // before the transaction: hashing takes 40 ms
  const createdAt = deps.clocks.business.now();
  const userId = newId('user', createdAt);
  try {
    return await deps.db.transaction(async (tx) => {
      await releaseStaleEmail(deps, tx, input.email);
      await insertUser(tx, {
        id: userId,
        username: input.username,
        usernameKey: foldCase(input.username),
        email: input.email,
        emailKey: foldCase(input.email),
        passwordHash,
        createdAt,
      });
      await deps.outbox.append(tx, [{ topic: 'user.signed_up', subject: userId, payload: { userId } }]);
      if (visitor?.languages !== undefined) await saveLanguage(tx, userId, visitor.languages);
      if (visitor === undefined) return { userId, deviceToken: undefined };
      const now = deps.clocks.real.now();
      const user = { id: userId, username: input.username };
      const { deviceToken } = await rememberBrowser({ tx, secrets: deps.secrets, now }, user, visitor.deviceCookie);
      return { userId, deviceToken };
    });
  } catch (error) {
    const constraint = uniqueViolation(error);
    if (constraint !== undefined && constraint in TAKEN) throw new AppError(TAKEN[constraint as keyof typeof TAKEN], { cause: error });
    throw error;
  }
}
