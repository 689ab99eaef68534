import { readdirSync, readFileSync } from 'node:fs';

/** CPU time in clock ticks, and resident memory in pages. */
type Process = { readonly pid: number; readonly parent: number; readonly ticks: number; readonly pages: number };

/** Linux has both fixed in its ABI for /proc. */
const TICKS_PER_SECOND = 100;
const PAGE_MB = 4_096 / 1_000_000;

/** Time of processes that have ended is part of their parent's. */
function readProcess(pid: number): Process | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name in brackets: state, parent … utime, stime, cutime, cstime … rss (fields 4, 14 to 17 and 24 of proc(5)).
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15);
    return { pid, parent: fields[1] ?? 0, ticks: utime + stime + cutime + cstime, pages: fields[21] ?? 0 };
  } catch {
    return undefined; // it has ended
  }
}

/** User and system time so far. */
export const cpuSecondsOf = (pid: number): number => (readProcess(pid)?.ticks ?? Number.NaN) / TICKS_PER_SECOND;

const readAll = (): Process[] =>
  readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(Number.parseInt(name, 10)) ?? []) : []));

/** A process and everything below it, except the processes of others and what is below those. */
function treeOf(root: number, except: readonly number[]): Process[] {
  const all = readAll();
  const below = (pid: number): Process[] =>
    all.filter(({ parent, pid: child }) => parent === pid && !except.includes(child)).flatMap((child) => [child, ...below(child.pid)]);
  return [...all.filter(({ pid }) => pid === root), ...below(root)];
}

export type Watched = { readonly name: string; readonly pid: number };
export type Usage = { readonly percent: number; readonly megabytes: number };

/** Share of one core, and memory at the end, of each process with its children. */
export async function measureUsage(watched: readonly Watched[], wait: () => Promise<unknown>): Promise<Map<string, Usage>> {
  const take = () =>
    watched.map(({ name, pid }) => {
      const tree = treeOf(
        pid,
        watched.map((other) => other.pid).filter((other) => other !== pid),
      );
      const sum = (value: (process: Process) => number) => tree.reduce((total, process) => total + value(process), 0);
      return { name, ticks: sum(({ ticks }) => ticks), megabytes: sum(({ pages }) => pages) * PAGE_MB };
    });
  const began = performance.now();
  const before = take();
  await wait();
  const seconds = (performance.now() - began) / 1_000;
  return new Map(
    take().map(({ name, ticks, megabytes }, index) => {
      const used = ticks - (before[index]?.ticks ?? 0);
      return [name, { percent: (used / TICKS_PER_SECOND / seconds) * 100, megabytes }];
    }),
  );
}
