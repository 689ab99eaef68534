import { AppError } from '../../platform/app-error';
import { uniqueViolation } from '../../platform/db-errors';
import { newId } from '../../platform/ids';
import { foldCase, passwordFault } from './accounts.domain';
import type { AccountDeps } from './accounts.service';
import { isCommonPassword } from './common-passwords';
import { insertUser } from './users.queries';

export type SignUp = { readonly username: string; readonly email: string; readonly password: string };

/** The UNIQUE constraints decide who was first, however many sign up with one name at once. */
const TAKEN = { users_username_unique: 'username_taken', users_email_unique: 'email_taken' } as const;

export async function signUp(deps: AccountDeps, input: SignUp): Promise<{ userId: string }> {
  const fault = passwordFault(input.password, isCommonPassword);
  if (fault !== undefined) {
    const error = new AppError(fault);
    throw new AppError(fault, { errors: [{ path: 'password', message: error.message }] });
  }
  const passwordHash = await deps.hasher.hash(input.password); // before the transaction: hashing takes 40 ms
  const createdAt = deps.clocks.business.now();
  const userId = newId('usr', createdAt);
  try {
    await deps.db.transaction(async (tx) => {
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
    });
  } catch (error) {
    const constraint = uniqueViolation(error);
    if (constraint !== undefined && constraint in TAKEN) throw new AppError(TAKEN[constraint as keyof typeof TAKEN], { cause: error });
    throw error;
  }
  return { userId };
}
