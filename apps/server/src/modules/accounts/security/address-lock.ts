import { AppError } from '../../../platform/app-error';
import { assertDefined } from '../../../platform/assert';
import { recordAudit } from '../../../platform/audit';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import type { Principal } from '../../../platform/principal';
import { noteNothingChanged } from '../../../platform/request-author';
import type { AccountDeps } from '../accounts.deps';
import { readMailboxes } from '../mailed-links/mailboxes.queries';
import { findUserById } from '../users.queries';
import { changeLock, describeLock, type LockView } from './address-lock.domain';
import { findLock, saveLock, unfreezeAddresses } from './address-lock.queries';

/** Business time, as the changes that wait. */
export const readLock = async (deps: AccountDeps, tx: Queryable, userId: UserId): Promise<LockView> =>
  describeLock(await findLock(tx, userId), deps.addressLockHours, deps.clocks.business.now());

/** How long a change of this user's addresses waits; refused while they are frozen. Called before the store's addresses are locked. */
export async function requireAddressLock(deps: AccountDeps, tx: Tx, userId: UserId): Promise<number> {
  const lock = await findLock(tx, userId, { lock: true });
  const { addressLockHours, addressesFrozenAt } = describeLock(lock, deps.addressLockHours, deps.clocks.business.now());
  if (addressesFrozenAt !== null) throw new AppError('addresses_frozen');
  return addressLockHours;
}

/** Within a week of a change of the address: it may be a thief's. */
async function isEmailNew(deps: AccountDeps, tx: Tx, userId: UserId): Promise<boolean> {
  const user = assertDefined(await findUserById(tx, userId), 'the user of a session');
  return (await readMailboxes(tx, user, deps.clocks.real.now())).isNew(user.email);
}

/** The caller has locked the user. */
export async function setLockHours(deps: AccountDeps, tx: Tx, principal: Principal, before: LockView, hours: number): Promise<void> {
  if (before.addressesFrozenAt !== null) throw new AppError('addresses_frozen');
  const after = changeLock(before, hours, deps.clocks.business.now());
  if (after.pendingAt !== null && (await isEmailNew(deps, tx, principal.userId))) throw new AppError('email_changed_lately');
  await saveLock(tx, principal.userId, after);
  await recordAudit(deps.outbox, tx, principal, {
    action: after.pendingAt === null ? 'address-lock.changed' : 'address-lock.requested',
    subject: principal.userId,
    before: { lockHours: String(before.addressLockHours) },
    after: { lockHours: String(hours) },
    ...(after.pendingAt === null ? {} : { detail: { effectiveAt: after.pendingAt.toISOString() } }),
  });
}

export async function unfreeze(deps: AccountDeps, principal: Principal): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!(await unfreezeAddresses(tx, principal.userId))) return noteNothingChanged();
    await recordAudit(deps.outbox, tx, principal, { action: 'addresses.unfrozen', subject: principal.userId });
  });
}
