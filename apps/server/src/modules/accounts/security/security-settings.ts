import { SECOND_FACTOR_ACTION_NAMES, type SecurityChanges, type SecuritySettings } from '@stablegate/contract';
import { AppError } from '../../../platform/app-error';
import { type AuditedChange, recordAudit } from '../../../platform/audit';
import type { Tx } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import { checkRanges, isAddressAllowed, type Whitelist } from '../../../platform/net/address-ranges';
import { isRecentSecondFactor, isRecentSignIn, type Principal } from '../../../platform/principal';
import { noteNothingChanged } from '../../../platform/request-author';
import type { AccountDeps } from '../accounts.deps';
import { endSession, listOtherSessions } from '../sessions/sessions.queries';
import { getSignInUser, lockSignInUser, type SignInUser } from '../sign-in/sign-in.queries';
import { readLock, setLockHours } from './address-lock';
import type { LockView } from './address-lock.domain';
import { saveSecuritySettings } from './security-settings.queries';

export type SignInSettings = Omit<SecuritySettings, keyof LockView>;

export const toSettings = (user: SignInUser): SignInSettings => ({
  emailOtp: user.emailOtp,
  loginNotifications: user.loginNotifications,
  whitelistIp: user.whitelistIp,
  allowedIps: [...user.allowedIps],
  twoFactorRequired: user.twoFactorRequired,
  secondFactorFor: [...user.secondFactorFor],
});

const assertOwn = (principal: Principal, userId: UserId): void => {
  if (principal.userId !== userId) throw new AppError('not_found');
};

const sameWhitelist = (a: SignInSettings, b: SignInSettings): boolean =>
  a.whitelistIp === b.whitelistIp && JSON.stringify(a.allowedIps) === JSON.stringify(b.allowedIps);

export async function readSecuritySettings(deps: AccountDeps, principal: Principal, userId: UserId): Promise<SecuritySettings> {
  assertOwn(principal, userId);
  return { ...toSettings(await getSignInUser(deps.db.query, userId)), ...(await readLock(deps, deps.db.query, userId)) };
}

/** Sessions that the new whitelist would not have let in. */
async function endSessionsElsewhere(deps: AccountDeps, tx: Tx, principal: Principal, whitelist: Whitelist): Promise<void> {
  for (const { id, ip } of await listOtherSessions(tx, principal.userId, principal.sessionId)) {
    if (!isAddressAllowed(whitelist, ip)) await endSession(tx, principal.userId, id, deps.clocks.real.now());
  }
}

const sameActions = (a: SignInSettings, b: SignInSettings): boolean => a.secondFactorFor.join() === b.secondFactorFor.join();

const whitelistOf = ({ whitelistIp, allowedIps }: SignInSettings) => ({
  whitelistIp: whitelistIp ? 'on' : 'off',
  allowedIps: allowedIps.join(', '),
});

export function changesOf(before: SignInSettings, after: SignInSettings): Omit<AuditedChange, 'subject'>[] {
  return [
    ...(before.emailOtp === after.emailOtp ? [] : [{ action: after.emailOtp ? 'email-code.on' : 'email-code.off' } as const]),
    ...(before.loginNotifications === after.loginNotifications
      ? []
      : [{ action: after.loginNotifications ? 'login-notices.on' : 'login-notices.off' } as const]),
    ...(before.twoFactorRequired === after.twoFactorRequired
      ? []
      : [{ action: after.twoFactorRequired ? 'two-factor.required' : 'two-factor.optional' } as const]),
    ...(sameActions(before, after)
      ? []
      : [
          {
            action: 'second-factor.changed',
            before: { secondFactorFor: before.secondFactorFor.join(', ') },
            after: { secondFactorFor: after.secondFactorFor.join(', ') },
          } as const,
        ]),
    ...(sameWhitelist(before, after)
      ? []
      : [{ action: 'whitelist.changed', before: whitelistOf(before), after: whitelistOf(after) } as const]),
  ];
}

/** With the second factor where one is required for anything: a thief would end the requirement first. */
function assertConfirmed({ clocks }: AccountDeps, principal: Principal): void {
  const now = clocks.real.now();
  if (principal.isGuarded && !isRecentSecondFactor(principal, now)) throw new AppError('second_factor_required');
  if (!isRecentSignIn(principal, now)) throw new AppError('recent_sign_in_required');
}

/** A whitelist that would refuse the address it is saved from is rejected. */
export async function changeSecuritySettings(
  deps: AccountDeps,
  principal: Principal,
  userId: UserId,
  changes: SecurityChanges,
): Promise<SecuritySettings> {
  assertOwn(principal, userId);
  const ranges = changes.allowedIps === undefined ? undefined : checkRanges('allowedIps', changes.allowedIps);
  return deps.db.transaction(async (tx) => {
    const user = await lockSignInUser(tx, userId);
    const before = toSettings(user);
    const lock = await readLock(deps, tx, userId);
    const hours = changes.addressLockHours ?? lock.pendingLockHours ?? lock.addressLockHours;
    const isOtherLock = hours !== (lock.pendingLockHours ?? lock.addressLockHours);
    const after: SignInSettings = {
      emailOtp: changes.emailOtp ?? before.emailOtp,
      loginNotifications: changes.loginNotifications ?? before.loginNotifications,
      whitelistIp: changes.whitelistIp ?? before.whitelistIp,
      allowedIps: ranges ?? before.allowedIps,
      twoFactorRequired: changes.twoFactorRequired ?? before.twoFactorRequired,
      secondFactorFor: SECOND_FACTOR_ACTION_NAMES.filter((name) => (changes.secondFactorFor ?? before.secondFactorFor).includes(name)),
    };
    const isOtherList = !sameWhitelist(before, after);
    const isQuieter = before.loginNotifications && !after.loginNotifications; // a thief would sign in unnoticed
    const isOtherFactor =
      before.emailOtp !== after.emailOtp || before.twoFactorRequired !== after.twoFactorRequired || !sameActions(before, after);
    if (isOtherList || isQuieter || isOtherLock || isOtherFactor) assertConfirmed(deps, principal);
    if (isOtherList && !isAddressAllowed(after, principal.ip)) throw new AppError('would_lock_you_out');
    const demandsMore =
      (!before.twoFactorRequired && after.twoFactorRequired) || after.secondFactorFor.length > before.secondFactorFor.length;
    if (demandsMore && !user.totp && !user.hasPasskey) throw new AppError('no_second_factor');
    await saveSecuritySettings(tx, userId, after);
    const changed = changesOf(before, after);
    if (changed.length === 0 && !isOtherLock) noteNothingChanged();
    for (const change of changed) await recordAudit(deps.outbox, tx, principal, { ...change, subject: userId });
    if (isOtherList) await endSessionsElsewhere(deps, tx, principal, after);
    if (isOtherLock) await setLockHours(deps, tx, principal, lock, hours);
    return { ...after, ...(await readLock(deps, tx, userId)) };
  });
}
