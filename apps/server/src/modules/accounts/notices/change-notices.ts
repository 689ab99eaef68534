import type { ChangeNotice } from '@stablegate/contract';
import { AppError } from '../../../platform/app-error';
import { assertDefined } from '../../../platform/assert';
import { type RecordedChange, readChanges, recordAudit } from '../../../platform/audit';
import { readPast } from '../../../platform/audit-past.queries';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { StoredEvent } from '../../../platform/events/outbox';
import { randomToken } from '../../../platform/ids';
import type { Author, Origin } from '../../../platform/principal';
import { sha256 } from '../../../platform/secrets/crypto';
import type { AccountDeps } from '../accounts.deps';
import { foldCase } from '../accounts.domain';
import { issueLink } from '../mailed-links/mail-links';
import { isOpen, LINK_LIFE_MS, type MailedLink } from '../mailed-links/mail-links.domain';
import {
  findLink,
  findUserIdByEmail,
  insertLink,
  lockUser,
  markLinkUsed,
  replaceLinks,
  replaceNotices,
  savePendingEmail,
  saveVerifiedEmail,
  takeEmail,
} from '../mailed-links/mail-links.queries';
import { readMailboxes } from '../mailed-links/mailboxes.queries';
import { refusingTakenEmail } from '../mailed-links/taken-email';
import { dropPasskeys } from '../passkeys/passkeys.queries';
import { freezeAddresses } from '../security/address-lock.queries';
import { takeBackSettings } from '../security/take-back-settings';
import { endOtherAccess } from '../sessions/sessions.queries';
import { takeBackRoles } from '../team/take-back-roles';
import { secureTeam } from '../team/team.queries';
import { removeTwoFactor } from '../two-factor/two-factor.queries';
import { findUserById, savePasswordHash, type UserRecord } from '../users.queries';

const PURPOSE = 'account-change';

/** Each mail has a link of its own, and a newer one replaces none. */
export async function mailChanges(deps: AccountDeps, tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const now = deps.clocks.real.now();
  const changes = await readChanges(
    tx,
    events.map(({ payload }) => String(payload.auditId)),
  );
  for (const change of changes) {
    const user = await findUserById(tx, change.userId);
    if (user === undefined) continue;
    const { recipients } = await readMailboxes(tx, user, now);
    for (const email of recipients) {
      const token = randomToken();
      const expiresAt = new Date(now.getTime() + LINK_LIFE_MS[PURPOSE]);
      await insertLink(tx, { tokenHash: sha256(token), userId: user.id, purpose: PURPOSE, email, now, expiresAt, auditId: change.id });
      await deps.mails.sendChange(tx, { user: { ...user, email }, change, token });
    }
  }
}

type Notice = { readonly link: MailedLink; readonly change: RecordedChange };

async function openNotice(deps: AccountDeps, tx: Queryable, token: string): Promise<Notice> {
  const link = await findLink(tx, PURPOSE, sha256(token));
  if (link === undefined || link.auditId === null || !isOpen(link, deps.clocks.real.now())) throw new AppError('token_expired');
  const [change] = await readChanges(tx, [link.auditId]);
  return { link, change: assertDefined(change, 'the change of a link') };
}

export async function readNotice(deps: AccountDeps, token: string): Promise<ChangeNotice> {
  const { change, link } = await openNotice(deps, deps.db.query, token);
  const user = assertDefined(await findUserById(deps.db.query, link.userId), 'the user of a link');
  const mailboxes = await readMailboxes(deps.db.query, user, deps.clocks.real.now());
  const { action, userId, at, ip, device, detail, before, after } = change;
  const canCancel = await deps.pendingChanges().isWaiting(deps.db.query, userId, change);
  return { action, at: at.toISOString(), ip, device, detail, before, after, canCancel, canSecure: !mailboxes.isNew(link.email) };
}

/** The link stays good: who cancelled a change may still report that it was not theirs. */
export async function cancelByNotice(deps: AccountDeps, token: string, from: Origin): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { change } = await openNotice(deps, tx, token);
    const author: Author = { ip: from.ip, device: from.device, userId: change.userId };
    if (!(await deps.pendingChanges().cancel(tx, author, change))) throw new AppError('conflict');
  });
}

/** The mailbox that got the notice is the owner's: a thief who changed the address since loses it again. */
async function restoreEmail(deps: AccountDeps, tx: Tx, user: UserRecord, email: string, now: Date): Promise<void> {
  const key = foldCase(email);
  const holder = await findUserIdByEmail(tx, key);
  const isOthers = holder !== undefined && holder !== user.id;
  if (key === foldCase(user.email)) {
    if (isOthers) throw new AppError('email_taken'); // the account has lost its address, and can do nothing without another
    await savePendingEmail(tx, user.id, null);
  } else {
    // Whoever has it by now: otherwise a sign-up with the address would keep the owner out.
    if (isOthers) {
      await takeEmail(tx, holder, now);
      deps.log.warn({ userId: user.id, takenFrom: holder }, 'an email address went back to the account that had it before');
    }
    await saveVerifiedEmail(tx, user.id, email, key, now);
  }
  await replaceLinks(tx, user.id, 'verify-email', now);
}

/** Now, and not as an answer to a request: those are limited, and a thief may have used them up. */
async function mailReset(deps: AccountDeps, tx: Tx, user: UserRecord, email: string, now: Date): Promise<void> {
  if (user.disabled) return;
  const link = await issueLink(tx, { userId: user.id, purpose: 'reset-password', email, now });
  await deps.mails.sendPasswordReset(tx, { user: { ...user, email }, ...link });
}

/**
 * Whoever is signed in is out, with a password that nobody knows: only the mailbox of the notice opens the account again. What was made in the
 * last week is revoked and what was changed is set back, whoever did it. The freeze stays until the owner lifts it.
 */
export async function secureAccount(deps: AccountDeps, token: string, from: Origin): Promise<void> {
  await openNotice(deps, deps.db.query, token); // no hashing for guesses
  const passwordHash = await deps.hasher.hash(randomToken());
  await refusingTakenEmail(deps, async (tx) => {
    const { link: found } = await openNotice(deps, tx, token);
    const user = assertDefined(await lockUser(tx, found.userId), 'the user of a link');
    const { link } = await openNotice(deps, tx, token); // again under the lock
    const now = deps.clocks.real.now();
    const mailboxes = await readMailboxes(tx, user, now);
    if (mailboxes.isNew(link.email)) throw new AppError('email_changed_lately');
    const author: Author = { ip: from.ip, device: from.device, userId: user.id };
    await markLinkUsed(tx, sha256(token), now);
    await replaceNotices(tx, user.id, now, (email) => !mailboxes.isOlder(email, link.email));
    await savePasswordHash(tx, user.id, passwordHash);
    await endOtherAccess(tx, user.id, undefined, now);
    const since = new Date(now.getTime() - LINK_LIFE_MS[PURPOSE]);
    // A thief's would open the account, or keep the owner out. Older ones stay: the mailbox alone must not open what needs them.
    await dropPasskeys(tx, user.id, since);
    await removeTwoFactor(tx, user.id, since);
    await secureTeam(tx, user.id, since, now);
    await restoreEmail(deps, tx, user, link.email, now);
    await freezeAddresses(tx, user.id, now);
    await deps.pendingChanges().cancelAll(tx, author);
    const past = await readPast(tx, user.id, since);
    await takeBackSettings(deps, tx, author, past);
    await takeBackRoles(tx, author, past);
    for (const takeBack of deps.takeBacks) await takeBack(tx, author, past);
    await recordAudit(deps.outbox, tx, author, { action: 'account.secured', subject: user.id });
    await mailReset(deps, tx, user, link.email, now);
  });
  deps.log.warn('an owner reported a change that was not theirs');
}
