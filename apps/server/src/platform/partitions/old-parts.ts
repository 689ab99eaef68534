import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Queryable } from '../db/db';
import { isLockTimeout } from '../db/db-errors';

export type OldPart = {
  readonly name: string;
  /** Old to its end; otherwise some of its rows may be: it is the default partition, or the first one, which has no beginning. */
  readonly isOver: boolean;
};

/** The oldest first; months that have young rows are left out. Bounds that are no times, of other tables, are no error in any order of joins. */
export async function listOldParts(db: Queryable, table: string, keptDays: number): Promise<OldPart[]> {
  const { rows } = await sql<OldPart>`
    select c.relname as name, coalesce(b.high <= now() - ${keptDays} * interval '1 day', false) as "isOver"
      from pg_inherits i join pg_class c on c.oid = i.inhrelid,
           lateral (select pg_get_expr(c.relpartbound, c.oid) as text) t,
           lateral (select substring(t.text from 'FROM \\(''(\\d{4}-[^'']+)')::timestamptz as low, substring(t.text from 'TO \\(''(\\d{4}-[^'']+)')::timestamptz as high) b
     where i.inhparent = ${table}::regclass and (b.low is null or b.high <= now() - ${keptDays} * interval '1 day')
     order by b.low nulls first, c.relname`.execute(db);
  return rows;
}

/** A dump that reads everything keeps the lock for as long as it runs. */
const TRIES = 60;

/**
 * Where nothing came behind `through` and `isNeeded` says no. Programs wait for it half a second at a time: less than deadlock_timeout, so that
 * none of them is ended; every tenth time longer, because an autovacuum gives way only then.
 */
export async function dropPart(
  db: Db,
  part: string,
  { through, isNeeded }: { through: string; isNeeded: RawBuilder<unknown> },
): Promise<void> {
  const name = sql.table(part);
  const drop = (waitMs: number) =>
    db.transaction(async (tx) => {
      await sql`select set_config('lock_timeout', ${`${waitMs}ms`}, true)`.execute(tx);
      await sql`lock table ${name} in share mode`.execute(tx);
      const { rows } = await sql<{ stays: boolean }>`
        select exists (select from ${name} where id > ${through}::bigint) or ${isNeeded} as stays`.execute(tx);
      if (rows[0]?.stays !== false) throw new Error(`${part} has changed; it stays until the next run`);
      await sql`drop table ${name}`.execute(tx);
    });
  for (let tried = 1; ; tried += 1) {
    try {
      return await drop(tried % 10 === 0 ? 1_500 : 500);
    } catch (error) {
      if (!isLockTimeout(error) || tried === TRIES) throw error;
      await sleep(1_000);
    }
  }
}
