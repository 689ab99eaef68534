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
    select action, subject, detail, coalesce(before, '{}') as before, coalesce(after, '{}') as after
      from audit_log
     where user_id = ${userId} and at > ${since}
       and id > coalesce((select max(id) from audit_log where action = 'account.secured' and user_id = ${userId}), 0)
     order by id`.execute(tx);
  return pastBefore(rows);
}

/** The owner's last report of a change that was not theirs, and what was done to these subjects since then, as `action subject`. */
export async function findReport(
  tx: Queryable,
  userId: UserId,
  subjects: readonly string[],
): Promise<{ readonly at: Date; readonly done: ReadonlySet<string> } | undefined> {
  const { rows } = await sql<{ at: Date; done: string[] }>`
    select r.at, array(select distinct a.action || ' ' || a.subject from audit_log a where a.subject = any(${subjects}) and a.id > r.id) as done
      from audit_log r where r.action = 'account.secured' and r.user_id = ${userId} order by r.id desc limit 1`.execute(tx);
  return rows[0] && { at: rows[0].at, done: new Set(rows[0].done) };
}
