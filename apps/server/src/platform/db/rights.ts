import pg from 'pg';
import { type Queryable, runText } from './db';

/** The role of DATABASE_URL must not own what it works on; the caller prints the message and exits with 1. */
export class RightsError extends Error {
  override readonly name = 'RightsError';
}

const SCHEMAS = ['public', 'pgboss'];

/** As their owner, as a member of it or as a superuser. */
const OWNED_TABLES = `
  select c.relname as name from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     and pg_has_role(coalesce($1::name, current_user), c.relowner, 'MEMBER') order by 1`;

/** What the role of this connection could drop, and whose triggers it could switch off. */
export async function listOwnedTables(db: Queryable): Promise<string[]> {
  const { rows } = await runText(db, OWNED_TABLES, [null]);
  return (rows as { name: string }[]).map(({ name }) => name);
}

/**
 * The rights of the running program, from the catalogue: it may not what the trigger of append-only tables refuses (refuse_change, without
 * a condition), and only reads which migrations ran. Partitions are reached through their parents. One statement per table whose rights
 * differ; bits of tgtype: 1 for each row, 8 delete, 16 update.
 */
const TABLE_RIGHTS = `
  with tables as (
    select c.oid, c.relacl, n.nspname, c.relname,
           case when c.relkind = 'v' or c.relname in ('schema_migrations', 'schema_functions') then array['SELECT']
                else array_remove(array[case when not r.delete then 'DELETE' end, 'INSERT', 'SELECT', case when not r.update then 'UPDATE' end], null)
           end as rights
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace,
           lateral (select coalesce(bool_or(t.tgtype & 8 > 0), false) as delete, coalesce(bool_or(t.tgtype & 16 > 0), false) as update
                      from pg_trigger t
                     where t.tgrelid = c.oid and t.tgfoid = to_regproc('public.refuse_change') and t.tgqual is null and t.tgtype & 1 > 0) r
     where n.nspname = any($2) and c.relkind in ('r', 'p', 'v') and not c.relispartition
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'))
  select format('revoke all on %1$I.%2$I from %3$I; grant %4$s on %1$I.%2$I to %3$I', nspname, relname, $1::name, array_to_string(rights, ', ')) as statement
    from tables
   where rights is distinct from (
           select array_agg(x.privilege_type order by x.privilege_type) from aclexplode(relacl) x where x.grantee::regrole = quote_ident($1)::regrole)
   order by 1`;

const OTHER_RIGHTS = `
  select format('grant usage on schema %I to %I', nspname, $1::name) as statement
    from pg_namespace where nspname = any($2) and not has_schema_privilege($1::name, oid, 'USAGE')
  union all
  select format('revoke create on schema %I from public', nspname)
    from pg_namespace, aclexplode(nspacl) x where nspname = any($2) and x.grantee = 0 and x.privilege_type = 'CREATE'
  union all
  select format('grant usage on sequence %I.%I to %I', n.nspname, c.relname, $1::name)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = any($2) and case when c.relkind = 'S' then not has_sequence_privilege($1::name, c.oid, 'USAGE') else false end
  union all
  select format('grant temporary on database %I to %I', current_database(), $1::name)
   where not has_database_privilege($1::name, current_database(), 'TEMPORARY')`;

async function roleOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, application_name: 'stablegate-migrate' });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string }>('select current_user as role');
    return rows[0]?.role ?? '';
  } finally {
    await client.end();
  }
}

/** As the owner, under the lock of the migrations: gives the role of `runningUrl` what the program needs, and takes what is more (ADR 52). */
export async function grantRights(owner: pg.Client, runningUrl: string): Promise<void> {
  const role = await roleOf(runningUrl);
  const { rowCount } = await owner.query(OWNED_TABLES, [role]);
  if (rowCount !== 0) {
    throw new RightsError(
      `The role "${role}" of DATABASE_URL owns the tables, is a member of their owner or a superuser, so MIGRATION_DATABASE_URL protects nothing: create another role for DATABASE_URL (docs/deploy/production.md).`,
    );
  }
  for (const differences of [OTHER_RIGHTS, TABLE_RIGHTS]) {
    const { rows } = await owner.query<{ statement: string }>(differences, [role, SCHEMAS]);
    for (const { statement } of rows) await owner.query(statement);
  }
}
