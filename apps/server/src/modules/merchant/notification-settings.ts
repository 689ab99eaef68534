import type { NotificationSettings } from '@stablegate/contract';
import { AppError } from '../../platform/app-error';
import type { MerchantDeps } from './merchant.deps';
import { readNotificationSettings, saveNotificationSettings } from './notification-settings.queries';

const assertOwn = (callerId: string, userId: string): void => {
  if (callerId !== userId) throw new AppError('not_found');
};

export async function getNotifications(deps: MerchantDeps, callerId: string, userId: string): Promise<NotificationSettings> {
  assertOwn(callerId, userId);
  return readNotificationSettings(deps.db.query, userId);
}

export async function changeNotifications(
  deps: MerchantDeps,
  callerId: string,
  userId: string,
  changes: { readonly [K in keyof NotificationSettings]?: boolean | undefined },
): Promise<NotificationSettings> {
  assertOwn(callerId, userId);
  return deps.db.transaction(async (tx) => {
    const before = await readNotificationSettings(tx, userId);
    const after = { invoicePaid: changes.invoicePaid ?? before.invoicePaid, lowBalance: changes.lowBalance ?? before.lowBalance };
    await saveNotificationSettings(tx, userId, after);
    return after;
  });
}
