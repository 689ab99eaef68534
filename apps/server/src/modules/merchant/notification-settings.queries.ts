import type { NotificationSettings } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/db/db';
import type { UserId } from '../../platform/id-types';

const DEFAULTS: NotificationSettings = { invoicePaid: false, lowBalance: true, monthlyStatement: false };

export async function readNotificationSettings(tx: Queryable, userId: UserId): Promise<NotificationSettings> {
  const { rows } = await sql<NotificationSettings>`
    select invoice_paid as "invoicePaid", low_balance as "lowBalance", monthly_statement as "monthlyStatement"
      from notification_settings where user_id = ${userId}`.execute(tx);
  return rows[0] ?? DEFAULTS;
}

/** Whoever switches statements on gets the next one: `lastClosed` counts as sent. */
export async function saveNotificationSettings(
  tx: Queryable,
  userId: UserId,
  { invoicePaid, lowBalance, monthlyStatement }: NotificationSettings,
  lastClosed: string,
): Promise<void> {
  await sql`
    insert into notification_settings as n (user_id, invoice_paid, low_balance, monthly_statement, statement_month)
    values (${userId}, ${invoicePaid}, ${lowBalance}, ${monthlyStatement}, ${monthlyStatement ? lastClosed : null})
    on conflict (user_id) do update set invoice_paid = excluded.invoice_paid, low_balance = excluded.low_balance,
      monthly_statement = excluded.monthly_statement,
      statement_month = case when n.monthly_statement then n.statement_month else coalesce(excluded.statement_month, n.statement_month) end`.execute(
    tx,
  );
}

/** Which of these users want a mail for every paid invoice. */
export async function listWantingPaidMail(tx: Queryable, userIds: readonly UserId[]): Promise<Set<UserId>> {
  const { rows } = await sql<{ userId: UserId }>`
    select user_id as "userId" from notification_settings where user_id = any(${userIds}::text[]) and invoice_paid`.execute(tx);
  return new Set(rows.map(({ userId }) => userId));
}

/** Once per crossing: true for the first caller. */
export async function markLow(tx: Tx, userId: UserId, now: Date): Promise<boolean> {
  const { rows } = await sql<{ wanted: boolean }>`
    insert into notification_settings as n (user_id, low_since) values (${userId}, ${now})
    on conflict (user_id) do update set low_since = ${now} where n.low_since is null
    returning n.low_balance as wanted`.execute(tx);
  return rows[0]?.wanted === true;
}

const EXAMINED_MAX = 10_000;

/** Users who were notified and have made no deposit since. */
export async function listLow(tx: Queryable): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`
    select user_id as "userId" from notification_settings where low_since is not null order by user_id limit ${EXAMINED_MAX}`.execute(tx);
  return rows.map(({ userId }) => userId);
}

export async function clearLow(tx: Queryable, userIds: readonly UserId[]): Promise<void> {
  await sql`update notification_settings set low_since = null where user_id = any(${userIds}::text[])`.execute(tx);
}
