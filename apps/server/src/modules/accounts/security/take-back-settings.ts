import { SECOND_FACTOR_ACTION_NAMES } from '@stablegate/contract';
import { recordTakenBack } from '../../../platform/audit';
import { listed, type Past } from '../../../platform/audit-past.domain';
import type { Tx } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import type { Author } from '../../../platform/principal';
import type { AccountDeps } from '../accounts.deps';
import { lockSignInUser } from '../sign-in/sign-in.queries';
import { readFloor, saveFloor } from '../team/team.queries';
import { readLock } from './address-lock';
import { saveLock } from './address-lock.queries';
import { changesOf, type SignInSettings, toSettings } from './security-settings';
import { saveSecuritySettings } from './security-settings.queries';

function settingsThen(userId: UserId, now: SignInSettings, hasFactor: boolean, past: Past): SignInSettings {
  const { whitelistIp, allowedIps } = past.settingsOf(userId, 'whitelist.changed');
  const { secondFactorFor } = past.settingsOf(userId, 'second-factor.changed');
  const then: readonly string[] = secondFactorFor === undefined ? now.secondFactorFor : listed(secondFactorFor);
  // Who has only the mailbox must not get rid of a second step that was asked for lately: the factor is older, and the owner's.
  const required: readonly string[] = hasFactor ? [...then, ...now.secondFactorFor] : then;
  const wasRequired = past.wasOn(userId, 'two-factor.required', 'two-factor.optional');
  return {
    emailOtp: past.wasOn(userId, 'email-code.on', 'email-code.off') ?? now.emailOtp,
    loginNotifications: past.wasOn(userId, 'login-notices.on', 'login-notices.off') ?? now.loginNotifications,
    whitelistIp: whitelistIp === undefined ? now.whitelistIp : whitelistIp === 'on',
    allowedIps: allowedIps === undefined ? now.allowedIps : listed(allowedIps),
    twoFactorRequired: hasFactor && (now.twoFactorRequired || wasRequired === true), // without one nobody would get in
    secondFactorFor: SECOND_FACTOR_ACTION_NAMES.filter((name) => required.includes(name)),
  };
}

/** How the account is signed in to, what its members may, and how long its addresses wait, as they were. The caller has locked the user. */
export async function takeBackSettings(deps: AccountDeps, tx: Tx, author: Author, past: Past): Promise<void> {
  const { userId } = author;
  const user = await lockSignInUser(tx, userId);
  const settings = toSettings(user);
  const then = settingsThen(userId, settings, user.totp || user.hasPasskey, past);
  await saveSecuritySettings(tx, userId, then);
  for (const { action, before = {}, after = {} } of changesOf(settings, then))
    await recordTakenBack(tx, author, { action, subject: userId, detail: {} }, before, after);

  const { memberFloor } = past.settingsOf(userId, 'team.floor-changed');
  if (typeof memberFloor === 'string') {
    const floor = await readFloor(tx, userId);
    await saveFloor(tx, userId, Number.parseInt(memberFloor, 10));
    await recordTakenBack(
      tx,
      author,
      { action: 'team.floor-changed', subject: userId, detail: {} },
      { memberFloor: `${floor}%` },
      { memberFloor },
    );
  }

  const { lockHours } = past.settingsOf(userId, 'address-lock.changed', 'address-lock.requested');
  if (typeof lockHours === 'string') {
    const lock = await readLock(deps, tx, userId);
    await saveLock(tx, userId, { hours: Number.parseInt(lockHours, 10), pendingHours: null, pendingAt: null });
    const entry = { action: 'address-lock.changed', subject: userId, detail: {} } as const;
    await recordTakenBack(tx, author, entry, { lockHours: lock.addressLockHours }, { lockHours });
  }
}
