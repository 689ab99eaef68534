import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { PostgresBinaries } from './binaries';

/** The user that runs the server. Undefined: the caller, an ordinary user. */
export type RunAs = { readonly uid: number; readonly gid: number } | undefined;

/** For the cluster and the binaries when root's own folders are closed to other users. */
const SHARED_ROOT = '/var/lib/stablegate';
const CANDIDATES = ['stablegate', 'postgres'];

function lookUp(name: string): RunAs {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number.parseInt(uid, 10), gid: Number.parseInt(gid, 10) };
}

/**
 * PostgreSQL refuses to run as root. As root it runs as "stablegate" or "postgres", whichever exists; otherwise a system user is created,
 * and if that fails "nobody" is used.
 */
export function chooseUser(): RunAs {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of CANDIDATES) {
    const found = lookUp(name);
    if (found !== undefined) return found;
  }
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'stablegate'], { stdio: 'ignore' });
  const user = lookUp('stablegate') ?? lookUp('nobody');
  if (user === undefined) throw new Error('PostgreSQL cannot run as root, and no other user was found to run it as.');
  return user;
}

/** Whether this user can traverse to the folder, by the mode of each parent. */
export function canReach(path: string, user: NonNullable<RunAs>): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const { mode, uid, gid } = statSync(folder);
      const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
      if (((mode >> shift) & 0o1) === 0) return false;
    }
    if (dirname(folder) === folder) return true;
  }
}

function makeSharedRoot(): void {
  mkdirSync(SHARED_ROOT, { recursive: true });
  chmodSync(SHARED_ROOT, 0o755); // independent of the umask: the server's user traverses it
}

/** Binaries that the user can reach: in place, or copied once per version. */
export function reachableBinaries(binaries: PostgresBinaries, user: RunAs): PostgresBinaries {
  if (user === undefined || canReach(join(binaries.root, 'bin'), user)) return binaries;
  const target = join(SHARED_ROOT, `postgres-${binaries.version}`);
  if (!existsSync(target)) {
    const draft = `${target}.${process.pid}`;
    makeSharedRoot();
    cpSync(binaries.root, draft, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(draft, target); // concurrent starts: the second finds it and drops its own
    } catch {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  return { ...binaries, root: target };
}

/**
 * The cluster lies in the data folder. Where that is inside a closed home, the data folder holds a link to a folder under
 * /var/lib/stablegate that only the server's user can read.
 */
export function reachableClusterDir(wanted: string, user: RunAs): string {
  mkdirSync(dirname(wanted), { recursive: true });
  if (user === undefined) return wanted;
  if (existsSync(wanted) && lstatSync(wanted).isSymbolicLink()) return resolve(dirname(wanted), readlinkSync(wanted));
  let place = wanted;
  if (!canReach(dirname(wanted), user)) {
    makeSharedRoot();
    place = join(SHARED_ROOT, `cluster-${createHash('sha256').update(resolve(wanted)).digest('hex').slice(0, 16)}`);
    rmSync(place, { recursive: true, force: true }); // the data folder was emptied by hand: its old cluster is orphaned
    symlinkSync(place, wanted);
  }
  mkdirSync(place, { recursive: true, mode: 0o700 });
  chownSync(place, user.uid, user.gid);
  return place;
}
