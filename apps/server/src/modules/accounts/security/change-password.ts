import { guessableReason, type PasswordOwner } from '@stablegate/contract';
import { AppError } from '../../../platform/app-error';
import { recordAudit } from '../../../platform/audit';
import type { Principal } from '../../../platform/principal';
import type { AccountDeps } from '../accounts.deps';
import { passwordFault } from '../accounts.domain';
import { renewSession, type SessionTicket } from '../sessions/sessions';
import { endOtherAccess } from '../sessions/sessions.queries';
import { checkOwnPassword } from '../sessions/sessions-confirm';
import { getSignInUser } from '../sign-in/sign-in.queries';
import { replacePasswordHash } from '../users.queries';
import { commonPasswords } from './common-passwords';

export type PasswordChange = { readonly currentPassword: string; readonly newPassword: string };

/** Refuses a weak, common or guessable password, names its field and says why. */
export async function assertGoodPassword(password: string, path: string, owner: PasswordOwner): Promise<void> {
  const rankOf = await commonPasswords();
  const fault = passwordFault(password, (word) => rankOf(word.toLowerCase()) !== undefined);
  if (fault !== undefined) throw new AppError(fault, { errors: [{ path, message: new AppError(fault).message }] });
  const message = guessableReason(password, rankOf, owner);
  if (message !== undefined) throw new AppError('guessable_password', { message, errors: [{ path, message }] });
}

export async function changePassword(deps: AccountDeps, principal: Principal, change: PasswordChange): Promise<SessionTicket> {
  await assertGoodPassword(change.newPassword, 'newPassword', await getSignInUser(deps.db.query, principal.userId));
  const user = await checkOwnPassword(deps, principal, change.currentPassword);
  const hash = await deps.hasher.hash(change.newPassword);
  const now = deps.clocks.real.now();
  const session = await deps.db.transaction(async (tx) => {
    if (!(await replacePasswordHash(tx, user.id, user.passwordHash, hash))) throw new AppError('wrong_password'); // changed concurrently
    await endOtherAccess(tx, user.id, principal.sessionId, now);
    await recordAudit(deps.outbox, tx, principal, { action: 'password.changed', subject: user.id });
    return renewSession(deps, tx, principal, { withSecondFactor: false }); // whoever copied the cookie is out too
  });
  deps.log.info({ userId: user.id }, 'password changed');
  return session;
}
