import type { SecuritySettings } from '@stablegate/contract';
import type { Queryable } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import type { LockView } from './address-lock.domain';

export async function saveSecuritySettings(tx: Queryable, userId: UserId, settings: Omit<SecuritySettings, keyof LockView>): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      email_otp: settings.emailOtp,
      login_notifications: settings.loginNotifications,
      whitelist_ip: settings.whitelistIp,
      allowed_ips: settings.allowedIps,
      two_factor_required: settings.twoFactorRequired,
      second_factor_for: settings.secondFactorFor,
    })
    .where('id', '=', userId)
    .execute();
}
