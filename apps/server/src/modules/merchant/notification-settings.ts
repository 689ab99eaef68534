import type { NotificationSettings } from '@stablegate/contract';
import { AppError } from '../../platform/app-error';
import { recordSettings, recordTakenBack } from '../../platform/audit';
import type { Past } from '../../platform/audit-past.domain';
import type { Tx } from '../../platform/db/db';
import type { UserId } from '../../platform/id-types';
import type { Author } from '../../platform/principal';
import type { MerchantDeps } from './merchant.deps';
import { readNotificationSettings, saveNotificationSettings } from './notification-settings.queries';
import { lastClosedMonth } from './statements/statements';

const assertOwn = (callerId: UserId, userId: UserId): void => {
  if (callerId !== userId) throw new AppError('not_found');
};

export async function getNotifications(deps: MerchantDeps, callerId: UserId, userId: UserId): Promise<NotificationSettings> {
  assertOwn(callerId, userId);
  return readNotificationSettings(deps.db.query, userId);
}

export async function changeNotifications(
  deps: MerchantDeps,
  callerId: UserId,
  userId: UserId,
  changes: { readonly [K in keyof NotificationSettings]?: boolean | undefined },
): Promise<NotificationSettings> {
  assertOwn(callerId, userId);
  return deps.db.transaction(async (tx) => {
    const before = await readNotificationSettings(tx, userId);
    const after = {
      invoicePaid: changes.invoicePaid ?? before.invoicePaid,
      lowBalance: changes.lowBalance ?? before.lowBalance,
      monthlyStatement: changes.monthlyStatement ?? before.monthlyStatement,
    };
    await saveNotificationSettings(tx, userId, after, lastClosedMonth(deps));
    await recordSettings(tx, { action: 'notifications.changed', subject: userId, userId }, before, after);
    return after;
  });
}

/** As they were before whatever an owner reported: a thief would rather not have them mailed. */
export async function takeBackNotifications(deps: MerchantDeps, tx: Tx, author: Author, past: Past): Promise<void> {
  const { userId } = author;
  const then = past.settingsOf(userId, 'notifications.changed');
  if (Object.keys(then).length === 0) return;
  const before = await readNotificationSettings(tx, userId);
  const was = (kind: keyof NotificationSettings) => (then[kind] === undefined ? before[kind] : then[kind] === 'on');
  const after = { invoicePaid: was('invoicePaid'), lowBalance: was('lowBalance'), monthlyStatement: was('monthlyStatement') };
  await saveNotificationSettings(tx, userId, after, lastClosedMonth(deps));
  await recordTakenBack(tx, author, { action: 'notifications.changed', subject: userId, detail: {} }, before, after);
}
