import { AppError } from '../../platform/app-error';
import { foldCase } from './accounts.domain';
import type { AccountDeps } from './accounts.service';
import { openSession, type Visitor } from './sessions';
import { findUserByName, saveLastSignIn, savePasswordHash, type UserRecord } from './users.queries';

export type SignIn = { readonly username: string; readonly password: string; readonly remember: boolean };

/** Unknown name and wrong password get the same answer after the same time: an Argon2 run either way. */
async function checkPassword(deps: AccountDeps, username: string, password: string): Promise<UserRecord> {
  const user = await findUserByName(deps.db.query, foldCase(username));
  const right = user === undefined ? await deps.hasher.verifyNobody(password) : await deps.hasher.verify(user.passwordHash, password);
  if (user === undefined || !right) throw new AppError('invalid_credentials');
  return user;
}

export async function signIn(deps: AccountDeps, input: SignIn, visitor: Visitor): Promise<{ token: string; userId: string }> {
  const user = await checkPassword(deps, input.username, input.password);
  if (user.disabled) throw new AppError('account_disabled');
  const renewed = deps.hasher.isOutdated(user.passwordHash) ? await deps.hasher.hash(input.password) : undefined;
  const token = await deps.db.transaction(async (tx) => {
    if (renewed !== undefined) await savePasswordHash(tx, user.id, renewed);
    await saveLastSignIn(tx, user.id, visitor.ip, visitor.device);
    await deps.outbox.append(tx, [{ topic: 'user.signed_in', subject: user.id, payload: { userId: user.id, ...visitor } }]);
    return openSession(deps, tx, user.id, visitor, input.remember);
  });
  return { token, userId: user.id };
}
