import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '../parts/database';
import { bundleEntry } from './command';

const START_MS_MAX = 180_000; // loading the whole server takes a minute on two busy cores

export type ServerProcess = {
  readonly pid: number;
  readonly url: string;
  /** How it ended: the signal's name, or the exit code. */
  readonly ended: Promise<string>;
  signal(name: NodeJS.Signals): void;
  kill(): Promise<void>;
  /** Its output so far. */
  output(): string;
};

async function readiness(child: ChildProcess, output: string[]): Promise<string> {
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS_MAX);
  const started = new Promise<string>((resolve, reject) => {
    child.on('message', (message: { ready?: boolean; url?: string }) => message.ready && resolve(message.url ?? ''));
    child.once('exit', (code, signal) => reject(new Error(`The server ended (${signal ?? code}): ${output.join('').slice(-2000)}`)));
  });
  return started.finally(() => clearTimeout(timer));
}

/** The server as a separate process, so that it can be killed, stopped and continued. */
export async function startServerProcess(
  env: Record<string, string>,
  entry = 'main-all',
  /** Where its log goes instead of `output`: an open file. */
  stdout?: number,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [await bundleEntry(entry)], {
    env: { PATH: process.env.PATH, STABLEGATE_MODE: 'sandbox', LOG_LEVEL: 'error', RATE_LIMIT_SCALE: '1000', ...env },
    stdio: ['ignore', stdout ?? 'pipe', 'pipe', 'ipc'],
  });
  const output: string[] = [];
  child.stdout?.on('data', (chunk) => output.push(String(chunk)));
  child.stderr?.on('data', (chunk) => output.push(String(chunk)));
  const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? code));
  const url = await readiness(child, output);
  return {
    pid: child.pid ?? 0,
    url,
    ended,
    signal: (name) => void child.kill(name),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    output: () => output.join(''),
  };
}

/** A database and a data folder that several server processes share, sequentially or concurrently. */
export async function createServerHome(): Promise<{ readonly env: Record<string, string>; remove(): Promise<void> }> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-home-'));
  return {
    env: { DATABASE_URL: database.url, DATA_DIR: dataDir },
    remove: async () => {
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
