import PgBoss from 'pg-boss';
import { afterCommit, type Queryable, runText, type Tx } from '../db/db';
import type { Logger } from '../log';
import { createPollingLoop } from './polling-loop';

/** Background work that is not an event: mails, sweeps, scheduled checks. pg-boss stores it in PostgreSQL. */
export type JobHandler = (data: Record<string, unknown>) => Promise<void>;
export type JobOptions = { readonly retryLimit?: number; readonly cron?: string };

export type Jobs = {
  register(name: string, handler: JobHandler, options?: JobOptions): void;
  /** Inside the caller's transaction: the job exists exactly when the change does. */
  enqueue(tx: Queryable, name: string, data: Record<string, unknown>): Promise<void>;
  start(options: { work: boolean }): Promise<void>;
  stop(): Promise<void>;
};

/** A killed worker's job is taken over within lease + maintenance = 50 s; every job must end well within the lease. */
const LEASE_SECONDS = 40;
const MAINTENANCE_SECONDS = 10;
const LOOK_MS = 500;
const SAFETY_NET_SECONDS = 60;
const WAITING_SQL = `select distinct name from pgboss.job where state < 'active' and start_after < now()`;

export function createJobs(deps: { url: string; log: Logger }): Jobs {
  const boss = new PgBoss({
    connectionString: deps.url,
    max: 3,
    application_name: 'stablegate-jobs',
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
    cronMonitorIntervalSeconds: 5,
  });
  boss.on('error', (error) => deps.log.error({ err: error }, 'job queue'));
  const registered = new Map<string, { handler: JobHandler; options: JobOptions }>();
  const workers = new Map<string, string>();
  let started = false;

  /** One statement for all queues. A worker per queue that asks by itself is forty statements a second with nothing to do. */
  const looking = createPollingLoop({
    round: async () => {
      const { rows } = await boss.getDb().executeSql(WAITING_SQL, []);
      const ids = (rows as { name: string }[]).flatMap(({ name }) => workers.get(name) ?? []);
      for (const id of ids) boss.notifyWorker(id);
      return LOOK_MS;
    },
    failed: (error) => {
      deps.log.warn({ err: error }, 'cannot tell which jobs wait; retrying');
      return LOOK_MS;
    },
  });

  async function prepare(name: string, { handler, options }: { handler: JobHandler; options: JobOptions }, work: boolean): Promise<void> {
    const settings = { name, retryLimit: options.retryLimit ?? 10, retryDelay: 2, retryBackoff: true, expireInSeconds: LEASE_SECONDS };
    await boss.createQueue(name, settings);
    await boss.updateQueue(name, settings);
    if (!work) return;
    if (options.cron !== undefined) await boss.schedule(name, options.cron, {}, { tz: 'UTC' });
    const pace = { pollingIntervalSeconds: SAFETY_NET_SECONDS, batchSize: 1 };
    const workerId = await boss.work<Record<string, unknown>>(name, pace, async ([job]) => {
      // More jobs may be queued: without this a full queue would drain at two jobs a second.
      boss.notifyWorker(workerId);
      if (job !== undefined) await handler(job.data ?? {});
    });
    workers.set(name, workerId);
  }

  return {
    register: (name, handler, options = {}) => registered.set(name, { handler, options }),
    enqueue: async (tx, name, data) => {
      await boss.send(name, data, { db: { executeSql: (text, values) => runText(tx, text, values) } });
      if (tx.isTransaction) afterCommit(tx as Tx, looking.wake);
      else looking.wake();
    },
    start: async ({ work }) => {
      await boss.start();
      started = true;
      for (const [name, entry] of registered) await prepare(name, entry, work);
      if (work) looking.start();
    },
    stop: async () => {
      await looking.stop();
      if (started) await boss.stop({ graceful: true, wait: true, timeout: 8_000 });
    },
  };
}
