import { accessSync, constants, existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { clearStale } from '../postgres/stale';
import { type Settings, StartError } from './settings';

/** Level by level: Node's own recursive form never ends on a file system that refuses with "no such file", such as /proc. */
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  mkdirSync(path);
}

export function checkDataDir(dataDir: string): void {
  try {
    makeFolders(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} is not writable. Set DATA_DIR to one that is.`, { cause: error });
  }
}

function isOurs(pid: number): boolean {
  try {
    return pid !== process.pid && /node|npm/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return false;
  }
}

/** One sandbox per data folder. The lock of a killed one names a dead process and is ignored. */
export function takeLock(dataDir: string): () => void {
  const file = join(dataDir, 'sandbox.pid');
  if (existsSync(file)) {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    if (Number.isInteger(pid) && isOurs(pid)) {
      throw new StartError(`Another sandbox (process ${pid}) already uses ${dataDir}. Stop it, or give this one a DATA_DIR of its own.`);
    }
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

/** --fresh: deletes everything the sandbox ever wrote here, including a cluster behind a link. */
export async function emptyData({ dataDir }: Settings): Promise<void> {
  const link = join(dataDir, 'postgres');
  const isLink = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const cluster = isLink ? resolve(dataDir, readlinkSync(link)) : link;
  if (existsSync(cluster)) await clearStale(cluster);
  rmSync(cluster, { recursive: true, force: true });
  for (const name of ['postgres', 'postgres-password', 'chain', 'logs', 'master.key', 'mailbox.jsonl', 'sandbox.json']) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}
