import { sql } from 'kysely';
import type { App } from '../../src/app';

export type Statement = { readonly query: string; readonly calls: number };

/** The statements meanwhile, as counted by the database itself; each is a round trip. */
export async function countStatements(app: Pick<App, 'platform'>, work: () => Promise<unknown>): Promise<Statement[]> {
  const { query } = app.platform.db;
  const ours = sql`(select oid from pg_database where datname = current_database())`;
  await sql`create extension if not exists pg_stat_statements`.execute(query);
  await sql`select pg_stat_statements_reset(0, ${ours}, 0)`.execute(query);
  await work();
  const { rows } = await sql<Statement>`
    select query, calls::integer as calls from pg_stat_statements
     where dbid = ${ours} and toplevel and query not ilike '%pg_stat_statements%' and query not ilike '%pgboss%'
       and query not ilike '%clock_timestamp()%' -- every process compares its clock each 30 s`.execute(query);
  return rows;
}
