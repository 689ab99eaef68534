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
import { dropPasskeys } from '../passkeys/passkeys.queries';
import { freezeAddresses } from '../security/address-lock.queries';
import { takeBackSettings } from '../security/take-back-settings';
import { endOtherAccess } from '../sessions/sessions.queries';
import { secureTeam } from '../team/team.queries';
import { removeTwoFactor } from '../two-factor/two-factor.queries';
import { findUserById, savePasswordHash, type UserRecord } from '../users.queries';
import { isOpen, LINK_LIFE_MS, type MailedLink } from './mail-links.domain';
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
} from './mail-links.queries';
import { readMailboxes } from './mailboxes.queries';
import { RESET_REQUESTED_JOB } from './password-reset';

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
async function restoreEmail(tx: Tx, user: UserRecord, email: string, now: Date): Promise<void> {
  const key = foldCase(email);
  const isFree = key !== foldCase(user.email) && (await findUserIdByEmail(tx, key)) === undefined;
  if (isFree) await saveVerifiedEmail(tx, user.id, email, key, now);
  else await savePendingEmail(tx, user.id, null);
  await replaceLinks(tx, user.id, 'verify-email', now);
}

/**
 * Whoever is signed in is out, with a password that nobody knows: only the mailbox of the notice opens the account again. What was made in the
 * last week is revoked and what was changed is set back, whoever did it. The freeze stays until the owner lifts it.
 */
export async function secureAccount(deps: AccountDeps, token: string, from: Origin): Promise<void> {
  await openNotice(deps, deps.db.query, token); // no hashing for guesses
  const passwordHash = await deps.hasher.hash(randomToken());
  await deps.db.transaction(async (tx) => {
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
    await dropPasskeys(tx, user.id); // a thief's would open the account without the password
    await removeTwoFactor(tx, user.id, since); // a thief's would keep the owner out
    await secureTeam(tx, user.id, since, now);
    await restoreEmail(tx, user, link.email, now);
    await freezeAddresses(tx, user.id, now);
    await deps.pendingChanges().cancelAll(tx, author);
    const past = await readPast(tx, user.id, since);
    await takeBackSettings(deps, tx, author, past);
    for (const takeBack of deps.takeBacks) await takeBack(tx, author, past);
    await recordAudit(deps.outbox, tx, author, { action: 'account.secured', subject: user.id });
    await deps.jobs.enqueue(tx, RESET_REQUESTED_JOB, { email: link.email });
  });
  deps.log.warn('an owner reported a change that was not theirs');
}
