import { sql } from 'kysely';
import { type Past, type PastEntry, pastBefore } from './audit-past.domain';
import type { Queryable, Tx } from './db/db';
import type { UserId } from './id-types';
import type { Author } from './principal';

/** Undoes what is a module's own of the changes that an owner reported; in the transaction that secures the account, under its lock. */
export type TakeBack = (tx: Tx, author: Author, past: Past) => Promise<void>;

/** Before `since`, or before the owner's last report where that is later: what was taken back then is not taken back again. */
export async function readPast(tx: Queryable, userId: UserId, since: Date): Promise<Past> {
  const { rows } = await sql<PastEntry>`
    select action, subject, coalesce(before, '{}') as before, coalesce(after, '{}') as after
      from audit_log
     where user_id = ${userId} and at > ${since}
       and id > coalesce((select max(id) from audit_log where action = 'account.secured' and user_id = ${userId}), 0)
     order by id`.execute(tx);
  return pastBefore(rows);
}
