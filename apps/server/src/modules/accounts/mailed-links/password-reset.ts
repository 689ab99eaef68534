import { AppError } from '../../../platform/app-error';
import { recordAudit } from '../../../platform/audit';
import type { Tx } from '../../../platform/db/db';
import { sha256 } from '../../../platform/secrets/crypto';
import type { AccountDeps } from '../accounts.deps';
import { foldCase } from '../accounts.domain';
import { dropPasskeys } from '../passkeys/passkeys.queries';
import { assertGoodPassword } from '../security/change-password';
import type { Visitor } from '../sessions/sessions';
import { endOtherAccess } from '../sessions/sessions.queries';
import { rememberBrowser } from '../sign-in/known-devices';
import { forgetDevices } from '../sign-in/known-devices.queries';
import { getSignInUser } from '../sign-in/sign-in.queries';
import { removeTwoFactor } from '../two-factor/two-factor.queries';
import { savePasswordHash, type UserRecord } from '../users.queries';
import { issueLink } from './mail-links';
import { isOpen, RESET_MAILS_MAX, RESET_MAILS_WINDOW_MS, secondsUntilNextMail } from './mail-links.domain';
import {
  findLink,
  findUserIdByEmail,
  listLinkTimes,
  lockUser,
  markLinkUsed,
  releaseEmail,
  replaceLinks,
  saveVerifiedEmail,
} from './mail-links.queries';
import { refusingTakenEmail } from './taken-email';

const PURPOSE = 'reset-password';
export const RESET_REQUESTED_JOB = 'account.reset-requested';

/** Response and time are the same for every address: the worker looks it up (ASVS 6.3.8). */
export const requestPasswordReset = (deps: AccountDeps, email: string): Promise<void> =>
  deps.jobs.enqueue(deps.db.query, RESET_REQUESTED_JOB, { email });

/**
 * In the worker. Excess requests for one account are dropped silently: the newest link still works, and a refusal would reveal the account.
 */
export async function mailPasswordReset(deps: AccountDeps, email: string): Promise<void> {
  const userId = await findUserIdByEmail(deps.db.query, foldCase(email));
  if (userId === undefined) return;
  await deps.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const now = deps.clocks.real.now();
    if (user === undefined || user.disabled || foldCase(user.email) !== foldCase(email)) return;
    const sent = await listLinkTimes(tx, user.id, PURPOSE, new Date(now.getTime() - RESET_MAILS_WINDOW_MS));
    if (sent.length >= RESET_MAILS_MAX || secondsUntilNextMail(sent[0], now) > 0) return;
    const link = await issueLink(tx, { userId: user.id, purpose: PURPOSE, email: user.email, now });
    await deps.mails.sendPasswordReset(tx, { user, ...link });
  });
}

/**
 * The link proves the mailbox for the first time: whoever signed up with the address may have been a stranger, and leaves nothing behind to
 * come back with. Teams need a proven address.
 */
async function takeOver(tx: Tx, user: UserRecord, email: string, now: Date): Promise<void> {
  await dropPasskeys(tx, user.id);
  await removeTwoFactor(tx, user.id);
  await forgetDevices(tx, user.id);
  await releaseEmail(tx, foldCase(email), { now, except: user.id }); // whoever proves an address has it
  await saveVerifiedEmail(tx, user.id, email, foldCase(email), now);
  await replaceLinks(tx, user.id, 'verify-email', now);
}

/**
 * Does not sign in: the next sign-in asks for the new password and, where enabled, the second factor (ASVS 6.4.3). But the browser that
 * opened the mail becomes a known one, so that the owner gets in while strangers' attempts slow down the account.
 */
export async function resetPassword(
  deps: AccountDeps,
  token: string,
  password: string,
  visitor: Visitor,
): Promise<{ deviceToken: string }> {
  const tokenHash = sha256(token);
  const found = await findLink(deps.db.query, PURPOSE, tokenHash);
  if (found === undefined || !isOpen(found, deps.clocks.real.now())) throw new AppError('token_expired'); // no hashing for guesses
  await assertGoodPassword(password, 'password', await getSignInUser(deps.db.query, found.userId));
  const passwordHash = await deps.hasher.hash(password); // before the transaction: hashing takes 40 ms
  return refusingTakenEmail(deps, async (tx) => {
    const now = deps.clocks.real.now();
    const user = await lockUser(tx, found.userId);
    const link = await findLink(tx, PURPOSE, tokenHash); // again under the lock: of two concurrent requests the second finds it used
    if (user === undefined || user.disabled || link === undefined || !isOpen(link, now)) throw new AppError('token_expired');
    await markLinkUsed(tx, tokenHash, now);
    await savePasswordHash(tx, user.id, passwordHash);
    if (!user.emailVerified) await takeOver(tx, user, link.email, now);
    await endOtherAccess(tx, user.id, undefined, now);
    await recordAudit(deps.outbox, tx, { ...visitor, userId: user.id }, { action: 'password.changed', subject: user.id });
    await deps.outbox.append(tx, [{ topic: 'user.password_reset', subject: user.id, payload: { userId: user.id } }]);
    return rememberBrowser({ tx, secrets: deps.secrets, now }, user, visitor.deviceCookie);
  });
}
