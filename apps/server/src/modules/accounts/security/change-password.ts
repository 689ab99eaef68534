import { AppError } from '../../../platform/app-error';
import type { Principal } from '../../../platform/principal';
import type { AccountDeps } from '../accounts.deps';
import { passwordFault } from '../accounts.domain';
import { renewSession, type SessionTicket } from '../sessions/sessions';
import { endOtherAccess } from '../sessions/sessions.queries';
import { checkOwnPassword } from '../sessions/sessions-confirm';
import { replacePasswordHash } from '../users.queries';
import { isCommonPassword } from './common-passwords';

export type PasswordChange = { readonly currentPassword: string; readonly newPassword: string };

/** Refuses a weak or common password and names its field. */
export function assertGoodPassword(password: string, path: string): void {
  const fault = passwordFault(password, isCommonPassword);
  if (fault !== undefined) throw new AppError(fault, { errors: [{ path, message: new AppError(fault).message }] });
}

export async function changePassword(deps: AccountDeps, principal: Principal, change: PasswordChange): Promise<SessionTicket> {
  assertGoodPassword(change.newPassword, 'newPassword');
  const user = await checkOwnPassword(deps, principal, change.currentPassword);
  const hash = await deps.hasher.hash(change.newPassword);
  const now = deps.clocks.real.now();
  const session = await deps.db.transaction(async (tx) => {
    if (!(await replacePasswordHash(tx, user.id, user.passwordHash, hash))) throw new AppError('wrong_password'); // changed concurrently
    await endOtherAccess(tx, user.id, principal.sessionId, now);
    await deps.mails.sendPasswordChanged(tx, { user, at: now });
    return renewSession(deps, tx, principal); // whoever copied the cookie is out too
  });
  deps.log.info({ userId: user.id }, 'password changed');
  return session;
}
