import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';

/** The first available of these languages; if there is none, the user's stays unchanged. */
export async function saveLanguage(tx: Queryable, userId: UserId, candidates: readonly string[]): Promise<void> {
  await sql`
    update users set language = best.code
      from (select l.code from languages l join unnest(${candidates}::text[]) with ordinality as wanted(code, place) on lower(l.code) = lower(wanted.code)
             order by wanted.place limit 1) as best
     where users.id = ${userId} and users.language <> best.code`.execute(tx);
}
