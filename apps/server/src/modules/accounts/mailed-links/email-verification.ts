import type { VerificationLink } from '@stablegate/contract';
import { AppError, invalidValue } from '../../../platform/app-error';
import { assertDefined } from '../../../platform/assert';
import { insertAudit, recordAudit } from '../../../platform/audit';
import type { Tx } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import { isRecentSignIn, type Origin, type Principal } from '../../../platform/principal';
import { currentActor } from '../../../platform/request-author';
import { sha256 } from '../../../platform/secrets/crypto';
import type { AccountDeps } from '../accounts.deps';
import { foldCase, UNVERIFIED_EMAIL_MS } from '../accounts.domain';
import { saveDisabled } from '../operators.queries';
import { endOtherAccess } from '../sessions/sessions.queries';
import { findUserById, type UserRecord } from '../users.queries';
import { issueLink } from './mail-links';
import { isOpen, type MailedLink, secondsUntilNextMail } from './mail-links.domain';
import {
  findLink,
  findUserIdByEmail,
  listLinkTimes,
  lockUser,
  markLinkUsed,
  releaseEmail,
  replaceLinks,
  savePendingEmail,
  saveVerifiedEmail,
  takeEmail,
} from './mail-links.queries';
import { refusingTakenEmail } from './taken-email';

const PURPOSE = 'verify-email';

/** An address that its account did not prove within a day blocks nobody. */
export async function releaseStaleEmail(deps: AccountDeps, tx: Tx, email: string): Promise<void> {
  const now = deps.clocks.business.now(); // as the time of the sign-up
  await releaseEmail(tx, foldCase(email), { now, createdBefore: new Date(now.getTime() - UNVERIFIED_EMAIL_MS) });
}

async function mailLink(deps: AccountDeps, tx: Tx, user: UserRecord, email: string): Promise<void> {
  const now = deps.clocks.real.now();
  const [lastSentAt] = await listLinkTimes(tx, user.id, PURPOSE, new Date(now.getTime() - 3_600_000));
  const seconds = secondsUntilNextMail(lastSentAt, now);
  if (seconds > 0) throw new AppError('WAIT_BEFORE_RESEND', { retryAfterSeconds: seconds });
  const link = await issueLink(tx, { userId: user.id, purpose: PURPOSE, email, now });
  await deps.mails.sendVerification(tx, { user, email, ...link });
}

/** To the unverified address; nothing is sent when there is none. */
export function sendVerification(deps: AccountDeps, principal: Principal): Promise<'sent' | 'already verified'> {
  return deps.db.transaction(async (tx) => {
    const user = assertDefined(await lockUser(tx, principal.userId), 'the user of a session');
    if (user.emailVerified && user.pendingEmail === null) return 'already verified';
    await mailLink(deps, tx, user, user.pendingEmail ?? user.email);
    return 'sent';
  });
}

/**
 * A verified address can reset the password, so changing it needs a recent sign-in; an unverified one may be corrected freely. The old
 * address stays until the new one's link is opened.
 */
export function updateEmail(deps: AccountDeps, principal: Principal, newEmail: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const user = assertDefined(await lockUser(tx, principal.userId), 'the user of a session');
    const isCurrent = foldCase(newEmail) === foldCase(user.email);
    if (user.emailVerified && !isRecentSignIn(principal, deps.clocks.real.now())) throw new AppError('recent_sign_in_required');
    if (user.emailVerified && isCurrent) throw invalidValue('newEmail', 'This is already your email address.');
    await releaseStaleEmail(deps, tx, newEmail);
    const owner = await findUserIdByEmail(tx, foldCase(newEmail));
    if (owner !== undefined && owner !== user.id) throw new AppError('email_taken');
    await mailLink(deps, tx, user, isCurrent ? user.email : newEmail);
    await savePendingEmail(tx, user.id, isCurrent ? null : newEmail);
    const change = { before: { email: user.email }, after: { email: newEmail } };
    // An unverified address may be a stranger's, who gets no mail about the account.
    if (!user.emailVerified)
      await insertAudit(tx, {
        actor: principal.actorId,
        action: 'email.requested',
        subject: user.id,
        userId: user.id,
        detail: change.after,
      });
    else await recordAudit(deps.outbox, tx, principal, { action: 'email.requested', subject: user.id, ...change });
  });
}

/** Idempotent: a mail scanner may open the link before the user does. */
export async function verifyEmail(deps: AccountDeps, token: string, from: Origin): Promise<void> {
  const tokenHash = sha256(token);
  await refusingTakenEmail(deps, async (tx) => {
    const found = await findLink(tx, PURPOSE, tokenHash);
    if (found === undefined) throw new AppError('token_expired');
    const user = await lockUser(tx, found.userId);
    const link = await findLink(tx, PURPOSE, tokenHash); // again under the lock
    if (user === undefined || link === undefined || user.disabled) throw new AppError('token_expired');
    if (link.usedAt === null) await prove(deps, tx, from, { user, link, tokenHash });
  });
}

type Opened = { readonly user: UserRecord; readonly link: MailedLink; readonly tokenHash: Buffer };

async function prove(deps: AccountDeps, tx: Tx, from: Origin, { user, link, tokenHash }: Opened): Promise<void> {
  const now = deps.clocks.real.now();
  if (!isOpen(link, now)) throw new AppError('token_expired');
  await markLinkUsed(tx, tokenHash, now);
  await releaseEmail(tx, foldCase(link.email), { now, except: user.id }); // whoever proves an address has it
  await saveVerifiedEmail(tx, user.id, link.email, foldCase(link.email), now);
  const changed = foldCase(link.email) !== foldCase(user.email);
  if (changed) await replaceLinks(tx, user.id, 'reset-password', now); // the old mailbox must not give access any more
  if (changed && !user.emailVerified) await replaceLinks(tx, user.id, 'account-change', now); // nor one that was never proven decide
  // Of a verified address only: an unverified one may be a stranger's, who gets no mail about the account.
  if (changed && user.emailVerified) {
    const change = { before: { email: user.email }, after: { email: link.email } };
    await recordAudit(deps.outbox, tx, { ...from, userId: user.id }, { action: 'email.changed', subject: user.id, ...change });
  }
  await deps.outbox.append(tx, [{ topic: 'user.email_verified', subject: user.id, payload: { userId: user.id } }]);
}

/** Not one whose address went back to another account: it was in use before. */
const isSignUpWith = (user: UserRecord, email: string): boolean =>
  !user.emailVerified && !user.emailReleased && foldCase(user.email) === foldCase(email);

/** What the owner of the mailbox has to know before saying yes: anybody can sign up with an address, or enter it as their new one. */
export async function readVerificationLink(deps: AccountDeps, token: string, callerId: UserId | undefined): Promise<VerificationLink> {
  const link = await findLink(deps.db.query, PURPOSE, sha256(token));
  if (link === undefined) throw new AppError('token_expired');
  const user = await findUserById(deps.db.query, link.userId);
  const isDone = link.usedAt !== null;
  if (user === undefined || user.disabled || !(isDone || isOpen(link, deps.clocks.real.now()))) throw new AppError('token_expired');
  const { username, createdAt } = user;
  const isSignUp = isSignUpWith(user, link.email);
  return { username, email: link.email, createDate: createdAt.toISOString(), isSignUp, isOwn: user.id === callerId, isDone };
}

/** The account of a sign-up is disabled, not deleted: the audit log refers to it. */
export async function refuseVerification(deps: AccountDeps, token: string): Promise<void> {
  const tokenHash = sha256(token);
  await deps.db.transaction(async (tx) => {
    const found = await findLink(tx, PURPOSE, tokenHash);
    if (found === undefined) throw new AppError('token_expired');
    const user = await lockUser(tx, found.userId);
    const link = await findLink(tx, PURPOSE, tokenHash); // again under the lock
    const now = deps.clocks.real.now();
    if (user === undefined || user.disabled || link === undefined || !isOpen(link, now)) throw new AppError('token_expired');
    await replaceLinks(tx, user.id, PURPOSE, now);
    await savePendingEmail(tx, user.id, null);
    const isSignUp = isSignUpWith(user, link.email);
    if (isSignUp) {
      await saveDisabled(tx, user.id, now);
      await takeEmail(tx, user.id, now);
      await endOtherAccess(tx, user.id, undefined, now);
    }
    // Without address and device: they are not the account's, and its owner reads the entry.
    const entry = { actor: currentActor(), subject: user.id, userId: user.id, detail: { email: link.email } };
    await insertAudit(tx, { ...entry, action: isSignUp ? 'sign-up.refused' : 'email.refused' });
  });
  deps.log.warn('the owner of a mailbox refused its verification');
}
