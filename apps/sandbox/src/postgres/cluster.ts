import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaries, type PostgresBinaries } from './binaries';
import { findFreePort } from './free-port';
import { chooseUser, type RunAs, reachableBinaries, reachableClusterDir } from './run-as';
import { clearStale, stopPostmaster } from './stale';

export type Cluster = {
  readonly port: number;
  readonly pid: number;
  url(database: string): string;
  stop(): Promise<void>;
  /** Stops and deletes everything, even where the cluster lies outside its folder behind a link. */
  destroy(): Promise<void>;
};

export type ClusterOptions = {
  /** Folder that holds the cluster and its password. */
  readonly dir: string;
  /** Tests only: no fsync, since the data is temporary. */
  readonly volatile?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** Otherwise a free one. */
  readonly port?: number;
  readonly onExit?: (reason: string) => void;
};

const SUPERUSER = 'stablegate';
const READY_MS_MAX = 30_000;

type Place = { binaries: PostgresBinaries; user: RunAs; clusterDir: string; password: string };

function run(place: Place, program: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawnAs(place, program, args);
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stdout?.resume();
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${program} failed: ${output.trim().slice(-600)}`))));
  });
}

function spawnAs(place: Place, program: string, args: string[]): ChildProcess {
  return spawn(join(place.binaries.root, 'bin', program), args, {
    // A separate session: Ctrl-C in the terminal reaches only the parent, which stops things in order.
    detached: true,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH: join(place.binaries.root, 'lib') },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(place.user ?? {}),
  });
}

async function initialise(place: Place): Promise<void> {
  if (existsSync(join(place.clusterDir, 'PG_VERSION'))) return;
  rmSync(place.clusterDir, { recursive: true, force: true }); // an interrupted initdb leaves no PG_VERSION: start over
  mkdirSync(place.clusterDir, { recursive: true, mode: 0o700 });
  if (place.user !== undefined) chownSync(place.clusterDir, place.user.uid, place.user.gid);
  const passwordFile = `${place.clusterDir}.pw`; // beside the cluster: initdb requires an empty folder
  writeFileSync(passwordFile, place.password, { mode: 0o600 });
  if (place.user !== undefined) chownSync(passwordFile, place.user.uid, place.user.gid);
  try {
    await run(place, 'initdb', [
      '-D',
      place.clusterDir,
      '-U',
      SUPERUSER,
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
    ]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function readOrMakePassword(dir: string): string {
  const file = join(dir, 'postgres-password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, password, { mode: 0o600 });
  return password;
}

function serverArgs(place: Place, port: number, options: ClusterOptions): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '256MB',
    jit: 'off', // our statements are short: compiling them costs more than it saves
    log_min_messages: 'warning',
    shared_preload_libraries: 'pg_stat_statements',
    ...(options.volatile === true ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' } : {}),
    ...options.settings,
  };
  return ['-D', place.clusterDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** It never becomes a primary by itself; a restored one does, and is not ready before. */
const isStandby = ({ clusterDir }: Place): boolean => existsSync(join(clusterDir, 'standby.signal'));

async function waitUntilReady(place: Place, child: ChildProcess, log: () => string): Promise<void> {
  const statusFile = join(place.clusterDir, 'postmaster.pid');
  for (let waited = 0; waited < READY_MS_MAX; waited += 20) {
    if (child.exitCode !== null) break;
    // Line 8 of the lock file is the server's status.
    const status = existsSync(statusFile) ? readFileSync(statusFile, 'utf8').split('\n')[7]?.trim() : undefined;
    if (status === 'ready' || (status === 'standby' && isStandby(place))) return;
    await sleep(20);
  }
  throw new Error(`PostgreSQL did not start: ${log().trim().slice(-600) || 'no output'}`);
}

/** Starts the embedded server, creating the cluster on first use. Remains of a kill -9 are cleared first. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const user = chooseUser();
  mkdirSync(options.dir, { recursive: true });
  const clusterDir = reachableClusterDir(join(options.dir, 'postgres'), user);
  const place: Place = { user, clusterDir, binaries: reachableBinaries(findBinaries(), user), password: readOrMakePassword(options.dir) };
  await clearStale(clusterDir);
  await initialise(place);

  const port = options.port ?? (await findFreePort());
  const child = spawnAs(place, 'postgres', serverArgs(place, port, options));
  let log = '';
  const keep = (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-4_000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  child.once('error', keep);
  await waitUntilReady(place, child, () => log);

  let stopping = false;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.once('exit', (code, signal) => {
    if (!stopping) options.onExit?.(`PostgreSQL ended with ${signal ?? `code ${code}`}: ${log.trim().slice(-300)}`);
  });
  const pid = child.pid ?? 0;
  const stop = async () => {
    stopping = true;
    if (child.exitCode === null && child.signalCode === null) await stopPostmaster(pid);
    await gone;
  };
  return {
    port,
    pid,
    url: (database) => `postgres://${SUPERUSER}:${place.password}@127.0.0.1:${port}/${database}`,
    stop,
    destroy: async () => {
      await stop();
      rmSync(clusterDir, { recursive: true, force: true });
      rmSync(options.dir, { recursive: true, force: true });
    },
  };
}
