import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type Daemon = {
  readonly name: string;
  readonly pid: number;
  isAlive(): boolean;
  /** With everything it has started, as when its machine fails. */
  signalAll(signal: NodeJS.Signals): void;
  /** SIGTERM, SIGKILL after ten seconds. */
  stop(): Promise<void>;
};
export type DaemonOptions = { readonly name: string; readonly folder: string; readonly program: string; readonly args: readonly string[] };

const STOP_MS_MAX = 10_000;
const started = new Set<Daemon>();

/** Where Debian has programs that are not in everybody's PATH. */
const FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];
export const PACKAGES = 'patroni etcd-server python3-etcd haproxy pgbouncer postgresql redis-server';

/** All that the cluster runs, besides PostgreSQL. */
export const PROGRAMS = ['patroni', 'etcd', 'haproxy', 'pgbouncer', 'redis-server'];

export function findProgram(name: string): string {
  const found = FOLDERS.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (found === undefined) throw new Error(`${name} is missing: apt-get install -y --no-install-recommends ${PACKAGES}`);
  return found;
}

/** The newest of Debian's PostgreSQL. */
export function findPostgres(): string {
  const root = '/usr/lib/postgresql';
  const [newest] = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  if (newest === undefined) throw new Error(`PostgreSQL is missing: apt-get install -y --no-install-recommends ${PACKAGES}`);
  return join(root, newest, 'bin');
}

/** The process and all below it, by the parents that /proc names. */
function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // it has just ended
    }
  }
  const family = [pid];
  for (const member of family) for (const [child, parent] of parents) if (parent === member) family.push(child);
  return family;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it is gone
  }
}

/** A program of the cluster with its own log. `extra` adds processes that it has let go, such as Patroni's PostgreSQL. */
export function startDaemon(options: DaemonOptions & { readonly extra?: () => number | undefined }): Daemon {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const log = openSync(join(options.folder, `${options.name}.log`), 'a');
  const child: ChildProcess = spawn(options.program, [...options.args], {
    detached: true,
    cwd: options.folder,
    env: { PATH: FOLDERS.join(':'), LC_ALL: 'C.UTF-8', HOME: options.folder },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const pid = child.pid ?? 0;
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  const family = () => [
    ...new Set([ended ? undefined : pid, options.extra?.()].flatMap((root) => (root === undefined ? [] : familyOf(root)))),
  ];
  const daemon: Daemon = {
    name: options.name,
    pid,
    isAlive: () => !ended,
    signalAll: (name) => {
      for (const member of family()) signal(member, name);
    },
    stop: async () => {
      started.delete(daemon);
      if (!ended) signal(pid, 'SIGTERM');
      for (const end = Date.now() + STOP_MS_MAX; !ended && Date.now() < end; ) await sleep(50);
      daemon.signalAll('SIGKILL');
    },
  };
  started.add(daemon);
  return daemon;
}

/** The last one first: what serves before what it needs. */
export async function stopDaemons(): Promise<void> {
  for (const daemon of [...started].reverse()) {
    daemon.signalAll('SIGCONT');
    await daemon.stop();
  }
}
