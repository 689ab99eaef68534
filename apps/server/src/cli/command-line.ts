import type { Config } from '../config';
import { loadCommandConfig } from '../config-command';
import { createDb, type Db } from '../platform/db/db';

/** Shared by the command-line programs: output, exit codes, database access. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Exit codes: the result of `main` (0 done, 1 something is wrong, 2 wrong usage), and 1 with one sentence for any error. */
export function runCommandLine(main: (args: readonly string[]) => Promise<number>): void {
  main(process.argv.slice(2)).then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    },
  );
}

/** Past a pooler: key rotation holds a lock of its session. */
const POOL_MAX = 3;

type Work<T> = (db: Db, config: Config) => Promise<T>;

async function withUrl<T>(applicationName: string, urlOf: (database: Config['database']) => string, work: Work<T>): Promise<T> {
  const config = loadCommandConfig();
  const db = createDb({ url: urlOf(config.database), poolMax: POOL_MAX, applicationName });
  try {
    return await work(db, config);
  } finally {
    await db.close();
  }
}

export const withDatabase = <T>(applicationName: string, work: Work<T>): Promise<T> =>
  withUrl(applicationName, ({ directUrl }) => directUrl, work);

/** As the role that owns the tables: for commands that drop some. */
export const withOwnedDatabase = <T>(applicationName: string, work: Work<T>): Promise<T> =>
  withUrl(applicationName, ({ migrationUrl, directUrl }) => migrationUrl ?? directUrl, work);
