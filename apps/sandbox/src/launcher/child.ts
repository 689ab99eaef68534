import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export type Child = {
  readonly name: string;
  /** The content of the process's ready message. */
  readonly ready: Record<string, unknown>;
  stop(): Promise<void>;
};

export type ChildOptions = {
  readonly name: string;
  readonly script: string;
  readonly args?: readonly string[];
  /** This process's own, if there is none. */
  readonly env?: NodeJS.ProcessEnv;
  readonly logFile: string;
  readonly onExit: (reason: string) => void;
};

/** The first start runs the demo month: seconds on a free machine, more than a minute on a small busy one. */
const READY_MS_MAX = 180_000;
const STOP_MS_MAX = 12_000;
/**
 * V8's default of 16 MB, three times over, stays resident once it was used for starting: the chain takes 130 MB instead of 156, the gateway
 * 94 instead of 105 before its first request. Nobody measures a sandbox's throughput.
 */
const YOUNG_GENERATION = '--max-semi-space-size=2';
const LOG_BYTES_MAX = 20 * 1024 * 1024;

function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return openSync(file, size > LOG_BYTES_MAX ? 'w' : 'a');
}

function waitForReady(child: ChildProcess, name: string, readError: () => string): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${name} did not get ready within ${READY_MS_MAX / 1000} seconds.`)), READY_MS_MAX);
    child.once('message', (message) => {
      clearTimeout(timer);
      resolve(message as Record<string, unknown>);
    });
    child.once('exit', () => {
      clearTimeout(timer);
      reject(new Error(readError().trim() || `${name} ended before it was ready.`));
    });
  });
}

/**
 * A Node process with an IPC channel: it reports when it is ready, and exits when the channel breaks, so that a killed parent leaves
 * nothing behind. A separate session keeps the terminal's Ctrl-C away: we stop it in order.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const log = openLog(options.logFile);
  const child = spawn(process.execPath, [YOUNG_GENERATION, options.script, ...(options.args ?? [])], {
    ...(options.env === undefined ? {} : { env: options.env }),
    detached: true,
    stdio: ['ignore', log, 'pipe', 'ipc'],
  });
  closeSync(log);
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4_000);
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = await waitForReady(child, options.name, () => errors);
  let stopping = false;
  child.once('exit', (code, signal) => {
    if (!stopping) options.onExit(`${options.name} ended with ${signal ?? `code ${code}`}. ${errors.trim().slice(-500)}`);
  });
  return {
    name: options.name,
    ready,
    stop: async () => {
      stopping = true;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
      await gone;
      clearTimeout(timer);
    },
  };
}
