import type { SecuritySettings } from '@stablegate/contract';
import type { Queryable } from '../../../platform/db/db';

export async function saveSecuritySettings(tx: Queryable, userId: string, settings: SecuritySettings): Promise<void> {
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
