import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, type Need } from './verdict';

/** A process under observation, and where it writes what is alive in it (collected.mjs). */
export type Watched = { readonly name: string; readonly pid: number; readonly collectedFile: string };
export type Sampler = {
  /** What the window needed; starts the next one. */
  endWindow(): Promise<Record<string, Need>>;
  stop(): void;
};
type Seen = { readonly resident: number[]; readonly open: number[] };

const SAMPLE_MS = 1_000;
const LOOK_MS = 50;

const residentBytes = (pid: number): number => {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number.parseInt(kilobytes, 10) * 1_024;
};

async function liveBytes({ pid, collectedFile }: Watched): Promise<number> {
  rmSync(collectedFile, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    await sleep(LOOK_MS);
    try {
      return Number.parseInt(readFileSync(collectedFile, 'utf8'), 10);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** Reads the kernel's figures every second, and collects garbage once per window. */
export function watchProcesses(watched: readonly Watched[]): Sampler {
  const fresh = (): Map<Watched, Seen> => new Map(watched.map((each) => [each, { resident: [], open: [] }]));
  let seen = fresh();
  const look = () => {
    for (const [{ pid }, { resident, open }] of seen) {
      resident.push(residentBytes(pid));
      open.push(readdirSync(`/proc/${pid}/fd`).length);
    }
  };
  const timer = setInterval(look, SAMPLE_MS);
  look();
  return {
    endWindow: async () => {
      const window = seen;
      seen = fresh();
      look();
      const needs = [...window].map(async ([each, { resident, open }]): Promise<[string, Need]> => {
        const heapBytes = await liveBytes(each);
        return [each.name, { heapBytes, residentBytes: median(resident), descriptors: Math.min(...open) }];
      });
      return Object.fromEntries(await Promise.all(needs));
    },
    stop: () => clearInterval(timer),
  };
}
