import type { SecuritySettings } from '@stablegate/contract';
import type { Queryable } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';

export async function saveSecuritySettings(tx: Queryable, userId: UserId, settings: SecuritySettings): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      email_otp: settings.emailOtp,
      login_notifications: settings.loginNotifications,
      whitelist_ip: settings.whitelistIp,
      allowed_ips: settings.allowedIps,
    })
    .where('id', '=', userId)
    .execute();
}
