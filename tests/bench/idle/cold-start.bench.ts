import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../../apps/sandbox/src/postgres/free-port';
import type { Bench, BenchContext, BenchRow } from '../frame/bench';
import { buildAll } from '../frame/browser';
import { type BenchCluster, withBenchCluster } from '../frame/cluster';
import { interleave, median, spreadOf } from '../frame/statistics';
import { NETWORKS } from '../invoice-site';
import { BARE_FASTIFY, DIST, type Environment, ROLES, startProcess } from './idle-sites';
import { cpuSecondsOf } from './process-usage';

/**
 * B25: from the start of a process to the moment it says that it serves, on a migrated database, against a Fastify with one connection; and
 * the CPU time until then, which other load on the machine hardly changes.
 */
const READY_SECONDS_MAX = 1.5;
const CPU_SECONDS_MAX = 1;

type Start = { readonly seconds: number; readonly cpu: number };

async function start(file: string, args: readonly string[], env: Environment): Promise<Start> {
  const startedAt = performance.now();
  const child = await startProcess(file, args, env);
  const started = { seconds: (performance.now() - startedAt) / 1_000, cpu: cpuSecondsOf(child.pid ?? 0) };
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  return started;
}

async function run(cluster: BenchCluster, context: BenchContext): Promise<readonly BenchRow[]> {
  buildAll();
  const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-bench-start-'));
  const url = await cluster.createDatabase('cold_start');
  const cpu = new Map<string, number[]>();
  const contender = (name: string, begin: () => Promise<Start>) => ({
    name,
    round: async () => {
      const started = await begin();
      cpu.set(name, [...(cpu.get(name) ?? []), started.cpu]);
      return started.seconds;
    },
  });
  const role = async (name: string) => {
    const port = String(await findFreePort());
    const own = { PORT: port, HEALTH_PORT: port, PUBLIC_URL: `http://localhost:${port}` };
    return start(join(DIST, `main-${name}.js`), [], { DATABASE_URL: url, DATA_DIR: dataDir, ...own, ...NETWORKS });
  };
  const contenders = [
    ...ROLES.map((name) => contender(name, () => role(name))),
    contender('bare', () => start(BARE_FASTIFY, [cluster.url('postgres')], {})),
  ];
  try {
    await interleave(contenders, 1); // files are in the page cache from here on, and the first one adds texts to the database
    cpu.clear();
    const wall = await interleave(contenders, context.pick({ quick: 3, default: 9, full: 9 }));
    const row = (name: string, figures: ReadonlyMap<string, number[]>, what: string, max: number): BenchRow => {
      const [ours, other] = [figures.get(name) ?? [], figures.get('bare') ?? []];
      return {
        id: 'B25',
        name: `${name}: ${what}`,
        unit: 's',
        ours: median(ours),
        other: median(other),
        otherName: 'bare Fastify',
        ratio: median(ours) / median(other),
        target: `at most ${max} s`,
        passes: median(ours) <= max,
        spread: { ours: spreadOf(ours), other: spreadOf(other) },
      };
    };
    return ROLES.flatMap((name) => [
      row(name, wall, 'start to ready', READY_SECONDS_MAX),
      row(name, cpu, 'CPU time until ready', CPU_SECONDS_MAX),
    ]);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const bench: Bench = { ids: ['B25'], run: (context) => withBenchCluster((cluster) => run(cluster, context)) };
