import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Refuses the start with one sentence; the caller prints it and exits with 1. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

export type Migration = { readonly version: number; readonly name: string; readonly sql: string; readonly checksum: string };

/** Any number that no other program on this database uses: "stblgate" on a telephone keypad. */
const LOCK_KEY = 78254283;

export function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort();
  return files.map((file, index) => {
    const version = Number.parseInt(file.slice(0, 4), 10);
    if (version !== index + 1) throw new MigrationError(`Migration ${file} is out of order: number ${index + 1} was expected.`);
    const sql = readFileSync(join(folder, file), 'utf8');
    return { version, name: file, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

async function applied(client: pg.Client): Promise<Map<number, { name: string; checksum: string }>> {
  await client.query(`create table if not exists schema_migrations (
    version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ version: number; name: string; checksum: string }>(
    'select version, name, checksum from schema_migrations order by version',
  );
  return new Map(rows.map((row) => [row.version, row]));
}

function check(known: readonly Migration[], done: Map<number, { name: string; checksum: string }>): void {
  const newest = Math.max(0, ...done.keys());
  if (newest > known.length) {
    throw new MigrationError(
      `The database is at version ${newest}, this program knows only up to ${known.length}: it was used by a newer release. Start that release, or restore a backup.`,
    );
  }
  for (const migration of known) {
    const before = done.get(migration.version);
    if (before !== undefined && before.checksum !== migration.checksum) {
      throw new MigrationError(`Migration ${before.name} was changed after it ran. Migrations are forward only: add a new one instead.`);
    }
  }
}

/** Forward only, each in its own transaction, one process at a time. Answers how many ran. */
export async function migrate(url: string, folder: string): Promise<number> {
  const known = readMigrations(folder);
  const client = new pg.Client({ connectionString: url, application_name: 'stablegate-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    const done = await applied(client);
    check(known, done);
    const open = known.filter((migration) => !done.has(migration.version));
    for (const migration of open) {
      await client.query('begin');
      await client.query("set local lock_timeout = '5s'");
      await client.query(migration.sql);
      await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
        migration.version,
        migration.name,
        migration.checksum,
      ]);
      await client.query('commit');
    }
    return open.length;
  } finally {
    await client.end();
  }
}
