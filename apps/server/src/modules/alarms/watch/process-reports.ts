import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { Role } from '../../../config';
import type { Queryable } from '../../../platform/db/db';
import type { AlarmServiceDeps } from '../alarms.deps';

const REPORT_EVERY_MS = 60_000;
const FORGET_MS = 60 * 60_000;

export type ProcessReport = {
  readonly process: string;
  readonly host: string;
  readonly reportedAt: Date;
  readonly clockMs: number;
  readonly diskFreeBytes: bigint;
  readonly diskBytes: bigint;
};

/** Of processes that are running, as far as known. */
export async function listReports(tx: Queryable, after: Date): Promise<ProcessReport[]> {
  const { rows } = await sql<ProcessReport>`
    select process, host, reported_at as "reportedAt", clock_ms as "clockMs", disk_free_bytes as "diskFreeBytes", disk_bytes as "diskBytes"
      from process_reports where reported_at >= ${after} order by process`.execute(tx);
  return rows;
}

async function save(
  tx: Queryable,
  now: Date,
  report: Omit<ProcessReport, 'reportedAt'> & { roles: readonly Role[]; connectionsMax: number },
) {
  await sql`
    insert into process_reports as r (process, host, roles, reported_at, clock_ms, disk_free_bytes, disk_bytes, connections_max)
    values (${report.process}, ${report.host}, ${report.roles}::text[], ${now}, ${report.clockMs}, ${report.diskFreeBytes},
            ${report.diskBytes}, ${report.connectionsMax})
    on conflict (process) do update
       set reported_at = excluded.reported_at, clock_ms = excluded.clock_ms, disk_free_bytes = excluded.disk_free_bytes,
           disk_bytes = excluded.disk_bytes, connections_max = excluded.connections_max`.execute(tx);
  await sql`delete from process_reports where reported_at < ${new Date(now.getTime() - FORGET_MS)}`.execute(tx);
}

const readDisk = async (folder: string) => {
  const { bavail, blocks, bsize } = await statfs(folder, { bigint: true }).catch(() => statfs('.', { bigint: true }));
  return { diskFreeBytes: bavail * bsize, diskBytes: blocks * bsize };
};

/** Each process reports its own clock and disk, which the worker that reviews alarms cannot see. */
export function createProcessReports(deps: AlarmServiceDeps) {
  const host = hostname();
  let timer: NodeJS.Timeout | undefined;
  const report = async (roles: readonly Role[]): Promise<void> => {
    const disk = await readDisk(deps.dataDir);
    const clockMs = Math.max(-2_000_000_000, Math.min(2_000_000_000, -deps.databaseTime.aheadMs()));
    // By the database's clock: a process whose own is wrong must not look dead.
    const now = new Date(Date.now() + deps.databaseTime.aheadMs());
    await save(deps.db.query, now, {
      process: `${host}/${process.pid}`,
      host,
      roles,
      clockMs,
      ...disk,
      connectionsMax: deps.connectionsMax(roles),
    });
  };
  new Gauge({
    name: 'stablegate_disk_free_ratio',
    help: 'Free share of the disk that holds DATA_DIR.',
    registers: [deps.metrics.registry],
    async collect() {
      const { diskFreeBytes, diskBytes } = await readDisk(deps.dataDir);
      this.set(diskBytes === 0n ? 1 : Number.parseInt(String((diskFreeBytes * 10_000n) / diskBytes), 10) / 10_000);
    },
  });
  return {
    report,
    start: (roles: readonly Role[]): void => {
      const tell = () => void report(roles).catch((error: unknown) => deps.log.debug({ err: error }, 'this process could not report'));
      tell();
      timer = setInterval(tell, REPORT_EVERY_MS);
      timer.unref();
    },
    stop: (): void => clearInterval(timer),
  };
}
