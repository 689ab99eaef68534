import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A predecessor whose parent was killed needs a moment to exit; after that the directory is really in use. */
const WAIT_MS = 5000;
const RETRY_MS = 50;

type Holder = { readonly pid: number; readonly startedAt?: string | undefined };

/** Start time of a process in kernel ticks: distinguishes it from a later one with the same id. Unknown outside Linux. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

function isAlive({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return startOf(pid) === startedAt;
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return undefined; // gone meanwhile, or torn by a kill
  }
}

/** Two nodes writing one journal would corrupt it. Returns a function that releases the lock. */
export async function lockDirectory(dir: string, waitMs = WAIT_MS): Promise<() => void> {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, 'chain.lock');
  const own: Holder = { pid: process.pid, startedAt: startOf(process.pid) };
  for (const deadline = Date.now() + waitMs; ; ) {
    try {
      writeFileSync(path, JSON.stringify(own), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readHolder(path);
    if (!holder || !isAlive(holder)) rmSync(path, { force: true });
    else if (Date.now() > deadline) throw new Error(`it is in use by process ${holder.pid}`);
    else await sleep(RETRY_MS);
  }
}
