import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Config, ConfigError, loadConfig, readEnvironment, type Variables } from './config';

const sandboxNote = z.object({ databaseUrl: z.url({ protocol: /^postgres(ql)?$/ }) });

/** A running sandbox's database: the launcher writes its URL into DATA_DIR, since the port changes at each start. */
function findSandboxUrl(dataDir: string): string | undefined {
  const file = join(dataDir, 'sandbox.json');
  if (!existsSync(file)) return undefined;
  const note = sandboxNote.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  return note.success ? note.data.databaseUrl : undefined;
}

/** DATABASE_URL, otherwise the database of the sandbox in DATA_DIR. */
function findDatabaseUrl(env: Variables): string {
  const given = env.DATABASE_URL;
  const url = given === undefined || given === '' ? findSandboxUrl(env.DATA_DIR || './data') : given;
  if (url === undefined) throw new ConfigError('DATABASE_URL is missing, and no sandbox runs in DATA_DIR.');
  return url;
}

/** For commands that work without a database, too. */
export const hasDatabase = (env: Variables = readEnvironment()): boolean => env.DATABASE_URL !== undefined && env.DATABASE_URL !== '';

/** Configuration of the operators' commands: the server's own, or that of the sandbox running in DATA_DIR. */
export function loadCommandConfig(env: Variables = readEnvironment()): Config {
  const isSandbox = env.STABLEGATE_MODE === 'sandbox' || env.DATABASE_URL === undefined || env.DATABASE_URL === '';
  return loadConfig({
    ...env,
    DATABASE_URL: findDatabaseUrl(env),
    PUBLIC_URL: env.PUBLIC_URL || 'http://localhost', // a command serves no browser
    ...(isSandbox ? { STABLEGATE_MODE: 'sandbox' } : {}),
    LOG_LEVEL: 'warn',
  });
}
