import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../apps/sandbox/src/postgres/free-port';
import { isReady, start, until } from '../life-cycle/sandbox';

/** Several hundred people sign up from one address, which the server believes to be any other where a call says so. */
export const ATTACKED_ENV = { RATE_LIMIT_SCALE: '1000', TRUST_PROXY: '127.0.0.1,::1' } as const;
/** A first start builds what has changed, and makes the database. */
const START_MS_MAX = 300_000;

export type OwnSandbox = {
  readonly url: string;
  readonly dataDir: string;
  /** Its data stay where `keep` says so, for looking at what was found. */
  stop(keep: boolean): Promise<void>;
};

/** The sandbox as `npm start` makes it, on a free port, with data of its own. */
export async function startOwnSandbox(): Promise<OwnSandbox> {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'stablegate-attack-'));
  const dataDir = join(folder, 'data');
  const { child, exited, output } = start({ ...ATTACKED_ENV, PORT: String(port), DATA_DIR: dataDir });
  await until('the sandbox', async () => child.exitCode !== null || (await isReady(port)), START_MS_MAX);
  if (child.exitCode !== null) throw new Error(`The sandbox did not start:\n${output()}`);
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    stop: async (keep) => {
      child.kill('SIGTERM');
      await exited;
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
}
