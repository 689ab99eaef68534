import { sql } from 'kysely';
import { assertDefined } from '../assert';
import type { Queryable } from '../db/db';

export type MailBacklog = { readonly waiting: number; readonly oldest: Date | null };

/** Mails that were not given up. */
export async function readMailBacklog(tx: Queryable): Promise<MailBacklog> {
  const { rows } = await sql<MailBacklog>`
    select count(*)::integer as waiting, min(created_at) as oldest from queued_mails where given_up_at is null`.execute(tx);
  return assertDefined(rows[0], 'a count');
}
