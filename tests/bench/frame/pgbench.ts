import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LoadResult } from '../http-load';

const run = promisify(execFile);

export type PgbenchOptions = {
  readonly clients: number;
  readonly seconds: number;
  /** Of several, each transaction runs one at random; none: TPC-B. */
  readonly scripts?: readonly string[];
  /** Each connection parses a script once, like a driver with prepared statements. */
  readonly prepared?: boolean;
};

export async function preparePgbench(url: string, scale: number): Promise<void> {
  await run('pgbench', ['--initialize', '--quiet', '--scale', String(scale), url]);
}

const scriptDirs: string[] = [];
process.once('exit', () => {
  for (const dir of scriptDirs) rmSync(dir, { recursive: true, force: true });
});

export function writeScript(name: string, lines: readonly string[]): string {
  const dir = mkdtempSync(join(tmpdir(), 'stablegate-bench-'));
  scriptDirs.push(dir);
  const file = join(dir, `${name}.sql`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** Milliseconds of each transaction: the third column of pgbench's log files, one per thread. */
const readLog = (dir: string): number[] =>
  readdirSync(dir).flatMap((file) =>
    readFileSync(join(dir, file), 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [Number.parseInt(line.split(' ')[2] ?? '', 10) / 1_000])),
  );

/** Transactions per second, as pgbench counts them, and their durations. */
export async function runPgbench(url: string, options: PgbenchOptions): Promise<LoadResult> {
  const logs = mkdtempSync(join(tmpdir(), 'stablegate-bench-log-'));
  try {
    const { stdout } = await run('pgbench', [
      '--no-vacuum',
      `--client=${options.clients}`,
      '--jobs=2',
      `--time=${options.seconds}`,
      '--log',
      `--log-prefix=${join(logs, 'transactions')}`,
      '--define=n=0',
      `--define=run=${Date.now()}`,
      ...(options.prepared === true ? ['--protocol=prepared'] : []),
      ...(options.scripts ?? []).map((script) => `--file=${script}`),
      url,
    ]);
    const [, tps] = /tps = ([\d.]+)/.exec(stdout) ?? [];
    const [, failed] = /number of failed transactions: (\d+)/.exec(stdout) ?? [];
    if (tps === undefined || (failed !== undefined && failed !== '0')) throw new Error(`pgbench: ${stdout}`);
    return { perSecond: Number.parseFloat(tps), latenciesMs: readLog(logs) };
  } finally {
    rmSync(logs, { recursive: true, force: true });
  }
}
