import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import { LINK_LIFE_MS } from './mail-links.domain';
import { type EmailChange, type Mailboxes, rankMailboxes } from './mailboxes.domain';

const WEEK_MS = LINK_LIFE_MS['account-change'];

/** Of the audit log: a link that was mailed in the week after a change works for another week. */
export async function readMailboxes(tx: Queryable, user: { readonly id: UserId; readonly email: string }, now: Date): Promise<Mailboxes> {
  const { rows } = await sql<EmailChange>`
    select before ->> 'email' as "from", after ->> 'email' as "to", at from audit_log
     where user_id = ${user.id} and action = 'email.changed' and at > ${new Date(now.getTime() - 2 * WEEK_MS)} order by id`.execute(tx);
  return rankMailboxes(rows, user.email, new Date(now.getTime() - WEEK_MS));
}
