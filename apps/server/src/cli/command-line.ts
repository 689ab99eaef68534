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

export async function withDatabase<T>(applicationName: string, work: (db: Db, config: Config) => Promise<T>): Promise<T> {
  const config = loadCommandConfig();
  const db = createDb({ url: config.database.directUrl, poolMax: POOL_MAX, applicationName });
  try {
    return await work(db, config);
  } finally {
    await db.close();
  }
}
