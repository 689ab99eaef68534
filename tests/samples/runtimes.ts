import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

export type Runtime = {
  readonly language: string;
  readonly program: string;
  /** Exits with 0 where the program is available. */
  readonly probe: readonly string[];
  readonly files: Readonly<Record<SampleKind, string>>;
};
export type SampleKind = 'create-invoice' | 'verify-callback';

const SAMPLES = join(import.meta.dirname, '../../apps/web/src/features/developers/samples');
const START_MS_MAX = 20_000;

/** How a developer would run what the page shows. C# has no runtime here: its sample's fields are checked instead. */
export const RUNTIMES: readonly Runtime[] = [
  { language: 'curl', program: 'bash', probe: ['-c', 'command -v curl openssl'], files: both('sample.sh', 'sample.sh') },
  { language: 'nodejs', program: process.execPath, probe: ['--version'], files: both('sample.mjs', 'sample.mjs') },
  { language: 'python', program: 'python3', probe: ['--version'], files: both('sample.py', 'sample.py') },
  {
    language: 'php',
    program: 'php',
    probe: ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
    files: both('sample.php', 'sample.php'),
  },
  { language: 'java', program: 'java', probe: ['--version'], files: both('CreateInvoice.java', 'Receiver.java') },
];

function both(create: string, verify: string): Runtime['files'] {
  return { 'create-invoice': create, 'verify-callback': verify };
}

export const isHere = ({ program, probe }: Runtime): boolean => spawnSync(program, [...probe], { stdio: 'ignore' }).status === 0;

export const readSample = (kind: SampleKind, language: string): string => readFileSync(join(SAMPLES, kind, `${language}.txt`), 'utf8');

/** Writes the sample with `values` in place of the placeholders, and passes its path to `work`. */
export async function withSample<T>(
  runtime: Runtime,
  kind: SampleKind,
  values: Readonly<Record<string, string>>,
  work: (file: string) => Promise<T> | T,
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'stablegate-sample-'));
  const file = join(dir, runtime.files[kind]);
  let text = readSample(kind, runtime.language);
  for (const [placeholder, value] of Object.entries(values)) text = text.replaceAll(placeholder, value);
  writeFileSync(file, text);
  try {
    return await work(file);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Non-blocking: the gateway runs in this process. */
export async function runToEnd(runtime: Runtime, file: string): Promise<string> {
  const { stdout } = await promisify(execFile)(runtime.program, [file], { encoding: 'utf8', timeout: 30_000 });
  return stdout;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).then((answer) => {
    socket.destroy();
    return answer === true;
  });
}

/** PHP handles single requests, so its built-in server runs the file; the others listen themselves. */
const serverArgs = ({ language }: Runtime, file: string, port: number): string[] =>
  language === 'php' ? ['-S', `127.0.0.1:${port}`, file] : [file];

/** Starts a receiver and calls `work` once it listens. */
export async function withReceiver<T>(runtime: Runtime, file: string, port: number, work: () => Promise<T>): Promise<T> {
  const child: ChildProcess = spawn(runtime.program, serverArgs(runtime, file, port), { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const until = Date.now() + START_MS_MAX;
    while (!(await listens(port))) {
      if (Date.now() > until || child.exitCode !== null) throw new Error(`the ${runtime.language} receiver does not listen`);
      await sleep(100);
    }
    return await work();
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}
