import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, findProgram, PROGRAMS } from '../cluster/engines/daemon';
import { checkPatroni } from '../cluster/engines/patroni-version';
import type { ClusterReport } from '../cluster/run';
import type { Bench, BenchContext, BenchRow } from './frame/bench';
import { compare } from './frame/compare';

/**
 * B24: the primary of a cluster under Patroni fails while invoices are created: how long none is acknowledged, against the time until
 * there is another primary, and what was acknowledged and is not there. `npm run cluster -- --failovers` in a process of its own.
 */
const RATIO_MAX = 1.3;
const TIMEOUT_MS = 30 * 60_000;

/** Why it cannot run here. */
function findObstacle(): string | undefined {
  try {
    for (const program of PROGRAMS) findProgram(program);
    findPostgres();
    checkPatroni();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function failOver(failovers: number): Promise<ClusterReport> {
  const dir = mkdtempSync(join(tmpdir(), 'stablegate-bench-failover-'));
  chmodSync(dir, 0o755); // under root the cluster runs as another user, who needs the folder within
  const [root, file] = [join(import.meta.dirname, '../..'), join(dir, 'report.json')];
  const args = ['--failovers', String(failovers), '--dir', join(dir, 'cluster'), '--report', file];
  const child = spawn(process.execPath, [join(root, 'scripts/cluster.mjs'), ...args], {
    cwd: root,
    stdio: ['ignore', process.stderr, 'inherit'], // what it says of a failure goes beside the table
    timeout: TIMEOUT_MS,
  });
  // Not zero also where something was lost, which the report says.
  const [code, signal] = await once(child, 'exit');
  const report = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (report === '') throw new Error(`the cluster ended without a report: ${signal ?? `exit code ${code}`}; its logs are in ${dir}`);
  rmSync(dir, { recursive: true, force: true });
  return JSON.parse(report) as ClusterReport;
}

export const bench: Bench = {
  ids: ['B24'],
  run: async (context: BenchContext): Promise<readonly BenchRow[]> => {
    const absent = findObstacle();
    if (absent !== undefined) return [{ id: 'B24', name: 'failover of the primary under load', absent }];
    const { failovers, verdicts } = await failOver(context.pick({ quick: 1, default: 6, full: 9 }));
    const lost = verdicts.reduce((sum, verdict) => sum + verdict.lost, 0);
    const told = verdicts.reduce((sum, verdict) => sum + verdict.expected, 0);
    return [
      compare({
        id: 'B24',
        name: `failover: longest time without an acknowledged invoice, ${failovers.length} faults`,
        unit: 'ms',
        ours: failovers.map(({ outageMs }) => outageMs),
        other: failovers.map(({ patroniMs }) => patroniMs),
        otherName: 'until Patroni has a new primary',
        atMost: RATIO_MAX,
      }),
      {
        id: 'B24',
        name: 'failover: acknowledged and lost',
        unit: 'facts',
        ours: lost,
        other: told,
        otherName: 'told to clients',
        ratio: lost / told,
        target: 'none',
        passes: lost === 0,
      },
    ];
  },
};
