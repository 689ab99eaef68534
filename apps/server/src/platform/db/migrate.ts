import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import type { Config } from '../../config';
import type { Queryable } from './db';
import { grantRights } from './rights';

/** Refuses the start; the caller prints the message and exits with 1. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

type SqlFile = { readonly name: string; readonly sql: string; readonly checksum: string };
export type Migration = SqlFile & {
  readonly version: number;
  /** The oldest version of a program that can work beside it: 0, unless it is a contract step (ADR 40). */
  readonly oldestReader: number;
};
type Done = { readonly name: string; readonly checksum: string; readonly oldest_reader: number };
/** What a start had to apply; zeros on a current database. An empty one gets the sum of all migrations at once. */
export type Migrated = { readonly migrations: number; readonly functions: number };

/** An arbitrary number unused by other programs on this database: "stblgate" on a telephone keypad. */
const LOCK_KEY = 78254283;
/** The first line of a migration that removes something: which version no longer reads it. */
const CONTRACT = /^-- contract: not read since (\d+)\b/;

/** Sorted by name; a name is unique in all folders below, which only group them. */
function readSqlFiles(folder: string, pattern: RegExp): SqlFile[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => pattern.test(basename(file)));
  return files
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8');
      return { name: basename(file), sql, checksum: createHash('sha256').update(sql).digest('hex') };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** From the oldest release that can be updated directly (ADR 35). */
export function readMigrations(folder: string): Migration[] {
  const files = readSqlFiles(folder, /^\d{4}_[a-z0-9_]+\.sql$/);
  const migrations = files.map((file) => ({
    ...file,
    version: Number.parseInt(file.name.slice(0, 4), 10),
    oldestReader: Number.parseInt(CONTRACT.exec(file.sql)?.[1] ?? '0', 10),
  }));
  for (const [index, { name, version }] of migrations.entries()) {
    const expected = (migrations[0]?.version ?? 0) + index;
    if (version !== expected) throw new MigrationError(`Migration ${name} is out of order: number ${expected} was expected.`);
  }
  return migrations;
}

const newestOf = (known: readonly Migration[]): number => known.at(-1)?.version ?? 0;

async function createBooks(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now(),
    oldest_reader integer not null default 0)`);
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'oldest_reader' and not attisdropped`,
  );
  if (rowCount === 0) await client.query('alter table schema_migrations add column oldest_reader integer not null default 0');
  await client.query(`create table if not exists schema_functions (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
}

async function readDone(client: pg.Client): Promise<Map<number, Done>> {
  const { rows } = await client.query<Done & { version: number }>(
    'select version, name, checksum, oldest_reader from schema_migrations order by version',
  );
  return new Map(rows.map((row) => [row.version, row]));
}

/** A newer release may have used it, while nothing was removed that this one reads: both run side by side, and one can go back. */
function check(known: readonly Migration[], done: Map<number, Done>): void {
  const newest = Math.max(...done.keys());
  const oldest = (known[0]?.version ?? 1) - 1;
  if (newest < oldest) {
    throw new MigrationError(
      `The database is at version ${newest}; this release updates from version ${oldest} on. Start an earlier release once, then this one (CHANGELOG.md).`,
    );
  }
  const oldestReader = Math.max(...[...done.values()].map((migration) => migration.oldest_reader));
  if (newestOf(known) < oldestReader) {
    throw new MigrationError(
      `The database is at version ${newest}, this program knows only up to ${newestOf(known)}, and it no longer has what programs before ${oldestReader} read: it was used by a newer release. Start that release, or restore a backup.`,
    );
  }
  for (const migration of known) {
    const before = done.get(migration.version);
    if (before !== undefined && before.checksum !== migration.checksum) {
      throw new MigrationError(`Migration ${before.name} was changed after it ran. Migrations are forward only: add a new one instead.`);
    }
  }
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  await client.query("set local lock_timeout = '5s'");
  await work();
  await client.query('commit');
}

async function recordMigration(client: pg.Client, { version, name, checksum, oldestReader }: Migration): Promise<void> {
  const text = 'insert into schema_migrations (version, name, checksum, oldest_reader) values ($1, $2, $3, $4)';
  await client.query(text, [version, name, checksum, oldestReader]);
}

/** Forward only, each in its own transaction. */
async function applyMigrations(client: pg.Client, open: readonly Migration[]): Promise<void> {
  for (const migration of open) {
    await inTransaction(client, async () => {
      await client.query(migration.sql);
      await recordMigration(client, migration);
    });
  }
}

async function applyFunctions(client: pg.Client, changed: readonly SqlFile[]): Promise<void> {
  for (const { name, sql, checksum } of changed) {
    await client.query(sql);
    await client.query(
      `insert into schema_functions (name, checksum) values ($1, $2)
       on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`,
      [name, checksum],
    );
  }
}

async function compareFunctions(client: pg.Client, known: readonly SqlFile[]): Promise<{ changed: SqlFile[]; gone: string[] }> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_functions');
  const done = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  return {
    changed: known.filter(({ name, checksum }) => done.get(name) !== checksum),
    gone: [...done.keys()].filter((name) => !known.some((file) => file.name === name)),
  };
}

/** All changed files in one transaction, so that a new function never calls an old one. */
async function updateFunctions(client: pg.Client, known: readonly SqlFile[]): Promise<number> {
  const { changed, gone } = await compareFunctions(client, known);
  if (changed.length === 0 && gone.length === 0) return 0;
  await inTransaction(client, async () => {
    await client.query('delete from schema_functions where name = any($1)', [gone]);
    await applyFunctions(client, changed);
  });
  return changed.length;
}

/** Functions come first, because triggers and indexes call them; what they read does not exist yet, so their bodies are not checked. */
async function createSchema(client: pg.Client, known: readonly Migration[], functions: readonly SqlFile[], schema: string): Promise<void> {
  await inTransaction(client, async () => {
    await client.query('set local check_function_bodies = off');
    await applyFunctions(client, functions);
    await client.query(schema);
    for (const migration of known) await recordMigration(client, migration);
  });
}

/** Processes that start together do this one after the other. */
export async function oneProcessAtATime<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'stablegate-migrate' });
  client.on('error', () => undefined); // the next query reports it; without a listener the event would end the process without a word
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    return await work(client);
  } finally {
    await client.end();
  }
}

type Known = { readonly migrations: readonly Migration[]; readonly functions: readonly SqlFile[]; readonly schema: () => string };

async function applyAll(client: pg.Client, { migrations, functions, schema }: Known): Promise<Migrated> {
  await createBooks(client);
  const done = await readDone(client);
  if (done.size === 0) {
    await createSchema(client, migrations, functions, schema());
    return { migrations: migrations.length, functions: functions.length };
  }
  check(migrations, done);
  if (Math.max(...done.keys()) > newestOf(migrations)) return { migrations: 0, functions: 0 }; // the newer release's functions stay
  const open = migrations.filter((migration) => !done.has(migration.version));
  await applyMigrations(client, open);
  return { migrations: open.length, functions: await updateFunctions(client, functions) };
}

/** The tables belong to another role, which has migrated already, or this program cannot run (ADR 52). */
async function requireApplied(client: pg.Client, { migrations, functions }: Known): Promise<void> {
  const { rows } = await client.query<{ newest: number }>('select max(version) as newest from schema_migrations');
  const newest = rows[0]?.newest ?? 0;
  if (newest > newestOf(migrations)) return check(migrations, await readDone(client));
  if (newest === newestOf(migrations) && (await compareFunctions(client, functions)).changed.length === 0) return;
  throw new MigrationError(
    `The database is at version ${newest}, without all that this release (${newestOf(migrations)}) brings, and the role of DATABASE_URL may not change it: run "npm run admin -- migrate" with MIGRATION_DATABASE_URL first.`,
  );
}

async function mayMigrate(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ owns: boolean | null; creates: boolean | null }>(
    `select (select pg_has_role(relowner, 'USAGE') from pg_class where oid = to_regclass('schema_migrations')) as owns,
            has_schema_privilege(current_schema(), 'CREATE') as creates`,
  );
  const { owns = null, creates = null } = rows[0] ?? {};
  if (owns === null && creates !== true)
    throw new MigrationError(
      'The database is empty and the role of DATABASE_URL may not create tables: run "npm run admin -- migrate" with MIGRATION_DATABASE_URL first, or make it the owner of the database.',
    );
  return owns ?? true;
}

/**
 * Applies `<root>/migrations`, then `<root>/sql`; to an empty database `<root>/sql`, then `<root>/migrations/schema.sql`. With the address of
 * a running program its role gets its rights.
 */
export async function migrate(url: string, root: string, runningUrl?: string): Promise<Migrated> {
  const folder = join(root, 'migrations');
  const known: Known = {
    migrations: readMigrations(folder),
    functions: readSqlFiles(join(root, 'sql'), /^[a-z0-9_]+\.sql$/),
    schema: () => readFileSync(join(folder, 'schema.sql'), 'utf8'),
  };
  return oneProcessAtATime(url, async (client) => {
    if (!(await mayMigrate(client))) {
      await requireApplied(client, known);
      return { migrations: 0, functions: 0 };
    }
    const migrated = await applyAll(client, known);
    if (runningUrl !== undefined) await grantRights(client, runningUrl);
    return migrated;
  });
}

/** With MIGRATION_DATABASE_URL the tables belong to its role, and the role of the running program gets its rights. */
export const migrateAsOwner = ({ migrationUrl, directUrl }: Config['database'], root: string): Promise<Migrated> =>
  migrationUrl === undefined ? migrate(directUrl, root) : migrate(migrationUrl, root, directUrl);

/** What the database has, undefined while it is empty, and what this release knows. */
export async function readSchemaVersion(db: Queryable, root: string): Promise<{ version: number | undefined; known: number }> {
  const known = newestOf(readMigrations(join(root, 'migrations')));
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('schema_migrations') is not null as exists`.execute(db);
  if (rows[0]?.exists !== true) return { version: undefined, known };
  const { rows: versions } = await sql<{ version: number | null }>`select max(version) as version from schema_migrations`.execute(db);
  return { version: versions[0]?.version ?? undefined, known };
}
