import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { afterFile } from '../after-file';

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string;
    templateDatabase: string;
    /** Of a role that owns nothing, as a running program should have it. */
    runningRole: { readonly name: string; readonly password: string };
  }
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('adminUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A separate database for one test file, cloned from the migrated template in some milliseconds. */
export async function createTestDatabase(template = inject('templateDatabase')): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${name} template ${template}`);
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(`drop database ${name} with (force)`) };
}

/** The same database as the role that owns nothing. */
export function asRunningRole(url: string): string {
  const { name, password } = inject('runningRole');
  const running = new URL(url);
  running.username = name;
  running.password = password;
  return running.href;
}

/** The same, dropped automatically after the file's tests. */
export async function useTestDatabase(template?: string): Promise<string> {
  const database = await createTestDatabase(template);
  afterFile(database.drop);
  return database.url;
}
