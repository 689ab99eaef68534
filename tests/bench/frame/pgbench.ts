import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type PgbenchOptions = { readonly clients: number; readonly seconds: number; readonly script?: string };

export async function preparePgbench(url: string, scale: number): Promise<void> {
  await run('pgbench', ['--initialize', '--quiet', '--scale', String(scale), url]);
}

export function writeScript(name: string, lines: readonly string[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'stablegate-bench-')), `${name}.sql`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** Transactions per second, as pgbench counts them: TPC-B unless a script is given. */
export async function runPgbench(url: string, options: PgbenchOptions): Promise<number> {
  const { stdout } = await run('pgbench', [
    '--no-vacuum',
    `--client=${options.clients}`,
    '--jobs=2',
    `--time=${options.seconds}`,
    '--define=n=0',
    `--define=run=${Date.now()}`,
    ...(options.script === undefined ? [] : [`--file=${options.script}`]),
    url,
  ]);
  const [, tps] = /tps = ([\d.]+)/.exec(stdout) ?? [];
  const [, failed] = /number of failed transactions: (\d+)/.exec(stdout) ?? [];
  if (tps === undefined || (failed !== undefined && failed !== '0')) throw new Error(`pgbench: ${stdout}`);
  return Number.parseFloat(tps);
}
