import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import { FORGET_MS, type ThrottleRule, waitsInSeconds } from './login-throttle.domain';

/** Long past, not "now": two concurrent requests read the clock in either order, and neither may block the other. */
const NO_WAIT = new Date(0);

export type Tries = { readonly failures: number; readonly blockedUntil: Date };

export async function findTries(tx: Queryable, key: Buffer, now: Date): Promise<Tries | undefined> {
  const row = await tx
    .selectFrom('failed_tries')
    .select(['failures', 'blocked_until'])
    .where('key', '=', key)
    .where('last_at', '>=', new Date(now.getTime() - FORGET_MS))
    .executeTakeFirst();
  return row === undefined ? undefined : { failures: row.failures, blockedUntil: row.blocked_until };
}

/** Counts one attempt in one statement. With `gate`, only if no wait is running; returns whether it was counted. */
export async function countTry(tx: Queryable, key: Buffer, rule: ThrottleRule, now: Date, gate: boolean): Promise<boolean> {
  const forgetBefore = new Date(now.getTime() - FORGET_MS);
  const waits = waitsInSeconds(rule);
  const { rows } = await sql<{ failures: number }>`
    insert into failed_tries as f (key, failures, last_at, blocked_until) values (${key}, 1, ${now}, ${NO_WAIT})
    on conflict (key) do update
       set failures = case when f.last_at < ${forgetBefore} then 1 else f.failures + 1 end,
           last_at = excluded.last_at,
           blocked_until = case when f.last_at < ${forgetBefore} or f.failures + 1 < ${rule.freeTries}::int then excluded.blocked_until
             else excluded.last_at + make_interval(secs => (${waits}::int[])[least(f.failures + 1, ${waits.length}::int)]) end
     where f.blocked_until <= excluded.last_at or not ${gate}::boolean
    returning failures`.execute(tx);
  return rows.length > 0;
}

/** The attempt was not wrong: undoes its count. */
export async function uncountTry(tx: Queryable, key: Buffer): Promise<void> {
  await sql`update failed_tries set failures = greatest(failures - 1, 0), blocked_until = ${NO_WAIT} where key = ${key}`.execute(tx);
}

export async function forgetTries(tx: Queryable, key: Buffer): Promise<void> {
  await tx.deleteFrom('failed_tries').where('key', '=', key).execute();
}
