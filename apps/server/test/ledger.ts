import { sql } from 'kysely';
import type { Db } from '../src/platform/db/db';
import type { UserId } from '../src/platform/id-types';

/** Users without the cost of hashing a password each. */
export async function addUsers(db: Db, count: number, prefix: string): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`
    insert into users (id, username, username_key, email, email_key, password_hash, created_at)
    select ${prefix} || '_' || n, ${prefix} || n, lower(${prefix} || n), ${prefix} || n || '@example.com', lower(${prefix} || n || '@example.com'), '', now()
      from generate_series(1, ${count}::integer) n
    returning id`.execute(db.query);
  return rows.map(({ id }) => id);
}
