import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { findBinaries } from '../../../apps/sandbox/src/postgres/binaries';
import type { BenchRow, BenchSize } from './bench';
import { benchTable } from './table';

const FOLDER = join(import.meta.dirname, '../results');

export type BenchRun = {
  readonly size: BenchSize /** Only these, unless empty. */;
  readonly ids: readonly string[];
  readonly minutes: number;
};

const git = (...args: string[]): string => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();

/** Of the checkout, with a mark where it has changes that no commit has; an unpacked archive has none. */
function findCommit(): string {
  try {
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '-changed'}`;
  } catch {
    return 'no-commit';
  }
}

const findMachine = () => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.versions.node,
  postgres: findBinaries().version,
});

/** `<date>-<commit>-<size>[-<ids>].md` for people and `.json` for programs, with the machine. Returns the path of the first. */
export function writeResults(rows: readonly BenchRow[], { size, ids, minutes }: BenchRun): string {
  const [date, commit, machine] = [new Date().toISOString().slice(0, 10), findCommit(), findMachine()];
  const name = join(FOLDER, [date, commit, size, ...ids].join('-'));
  const { cpu, cores, memoryGb, node, postgres } = machine;
  const head = `# Benchmarks of ${date}, commit ${commit}

${size} run of ${minutes.toFixed(0)} minutes on ${cores} × ${cpu}, ${memoryGb} GB, Node ${node}, PostgreSQL ${postgres}.`;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${name}.md`, `${head}\n\n${benchTable(rows)}\n`);
  writeFileSync(`${name}.json`, `${JSON.stringify({ date, commit, machine, size, minutes, rows }, null, 2)}\n`);
  return `${name}.md`;
}
