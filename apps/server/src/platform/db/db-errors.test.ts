import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestApp } from '../../../test/app';
import { isUnavailable } from './db-errors';

test('a database that accepts no connections is unavailable, not broken', async () => {
  const app = await startTestApp();
  const name = new URL(app.databaseUrl).pathname.slice(1);
  const other = new URL(app.databaseUrl);
  other.pathname = '/postgres';
  const operator = new pg.Client({ connectionString: other.href });
  await operator.connect();
  try {
    await operator.query(`alter database "${name}" allow_connections false`);
    const caller = new pg.Client({ connectionString: app.databaseUrl });
    const error = await caller.connect().catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({ code: '55000' });
    expect(isUnavailable(error)).toBe(true);
  } finally {
    await operator.query(`alter database "${name}" allow_connections true`);
    await operator.end();
  }
  await sql`select 1`.execute(app.platform.db.query);
});
