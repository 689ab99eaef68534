import { AppError, invalidValue } from '../../../platform/app-error';
import { assertDefined } from '../../../platform/assert';
import { insertAudit, recordAudit } from '../../../platform/audit';
import type { Tx } from '../../../platform/db/db';
import { isRecentSignIn, type Origin, type Principal } from '../../../platform/principal';
import { sha256 } from '../../../platform/secrets/crypto';
import type { AccountDeps } from '../accounts.deps';
import { foldCase, UNVERIFIED_EMAIL_MS } from '../accounts.domain';
import type { UserRecord } from '../users.queries';
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
