import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';

/** Who wants statements and has not had this month's. */
export async function listWaiting(tx: Queryable, month: string, limit: number): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`
    select user_id as "userId" from notification_settings
     where monthly_statement and coalesce(statement_month, '') < ${month} order by user_id limit ${limit}`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** True for the first caller, in whose transaction the mails are queued. */
export async function markSent(tx: Tx, userId: UserId, month: string): Promise<boolean> {
  const { rows } = await sql<{ userId: UserId }>`
    update notification_settings set statement_month = ${month}
     where user_id = ${userId} and monthly_statement and coalesce(statement_month, '') < ${month}
     returning user_id as "userId"`.execute(tx);
  return rows.length > 0;
}
