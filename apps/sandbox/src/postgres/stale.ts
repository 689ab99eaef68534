import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
  } catch {
    return false;
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** The pid in the cluster's lock file, if that process still is a PostgreSQL. */
export function runningPostmaster(clusterDir: string): number | undefined {
  const file = join(clusterDir, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, 'utf8').split('\n', 1)[0] ?? '', 10);
  return Number.isInteger(pid) && pid > 1 && isAlive(pid) && isPostgres(pid) ? pid : undefined;
}

/** SIGINT is PostgreSQL's fast shutdown: running transactions are rolled back, nothing committed is lost. */
export async function stopPostmaster(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 15_000 && isAlive(pid); waited += 50) await sleep(50);
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}

/** Every process of a server works in its cluster's folder. Only Linux tells. */
function hasProcesses(clusterDir: string): boolean {
  if (!existsSync('/proc/self') || !existsSync(clusterDir)) return false;
  const folder = realpathSync(clusterDir);
  return readdirSync('/proc').some((entry) => {
    try {
      return /^\d+$/.test(entry) && readlinkSync(`/proc/${entry}/cwd`) === folder;
    } catch {
      return false; // ended meanwhile, or of another user
    }
  });
}

/**
 * After kill -9 of the parent the server may still run, or its lock file may name a dead process, whose children end a moment later: a second
 * server beside them would ruin the files.
 */
export async function clearStale(clusterDir: string): Promise<void> {
  const pid = runningPostmaster(clusterDir);
  if (pid !== undefined) await stopPostmaster(pid);
  for (let waited = 0; waited < 15_000 && hasProcesses(clusterDir); waited += 20) await sleep(20);
  rmSync(join(clusterDir, 'postmaster.pid'), { force: true });
}
