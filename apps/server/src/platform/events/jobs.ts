import { MINUTE_MS } from '@stablegate/rules';
import PgBoss from 'pg-boss';
import { afterCommit, KEPT_MS, type Queryable, runText, type Tx } from '../db/db';
import type { Logger } from '../log';
import { createPollingLoop, type PollingLoop, untilDue } from './polling-loop';
import { isScheduled } from './schedule';

/** Background work that is not an event: mails, sweeps, scheduled checks. pg-boss stores it in PostgreSQL. */
export type JobHandler = (data: Record<string, unknown>) => Promise<void>;
export type JobOptions = { readonly retryLimit?: number; readonly cron?: string };

export type Jobs = {
  register(name: string, handler: JobHandler, options?: JobOptions): void;
  /** Inside the caller's transaction: the job exists exactly when the change does. */
  enqueue(tx: Queryable, name: string, data: Record<string, unknown>): Promise<void>;
  /** Creates the queues as the role of this address: each is a table. */
  createQueues(url: string): Promise<void>;
  /** Creates what queues are missing; without `work` the library is stopped again, since adding jobs needs nothing of it but its statement. */
  start(options: { work: boolean }): Promise<void>;
  stop(): Promise<void>;
};
export type JobDeps = {
  readonly url: string;
  readonly log: Logger;
  /** Tells other processes that a job was added. */
  readonly notify?: () => void;
  /** How long to sleep without jobs: wake-ups are best effort. */
  readonly idleMs?: (polledMs: number) => number;
};
type Registered = ReadonlyMap<string, { readonly handler: JobHandler; readonly options: JobOptions }>;

/** A killed worker's job is taken over within lease + maintenance = 50 s; every job must end well within the lease. */
const LEASE_SECONDS = 40;
const EXPIRE_MS = 10_000;
const TIDY_MS = 600_000;
/** While jobs are due that their workers have not taken yet. */
const LOOK_MS = 500;
const SAFETY_NET_SECONDS = 60;
const WAITING_SQL = `
  select name, (extract(epoch from min(start_after) - now()) * 1000)::float8 as ms from pgboss.job
   where state < 'active' and name = any($1) group by name`;

/** One statement for all queues. A worker per queue that asks by itself is forty statements a second with nothing to do. */
const createJobPoller = (boss: PgBoss, workers: ReadonlyMap<string, string>, { log, idleMs }: JobDeps): PollingLoop =>
  createPollingLoop({
    round: async () => {
      const { rows } = await boss.getDb().executeSql(WAITING_SQL, [[...workers.keys()]]);
      const waiting = rows as { name: string; ms: number }[];
      for (const { name } of waiting.filter(({ ms }) => ms < 0)) boss.notifyWorker(workers.get(name) ?? '');
      const next = Math.min(...waiting.map(({ ms }) => ms));
      return untilDue(next, { polledMs: LOOK_MS, idleMs: idleMs?.(LOOK_MS) ?? LOOK_MS });
    },
    failed: (error) => {
      log.warn({ err: error }, 'cannot tell which jobs wait; retrying');
      return LOOK_MS;
    },
  });

/**
 * Adds the jobs of this minute, once for all workers, and sleeps until the next. The library's own clock parses every schedule with its time
 * zone every few seconds in every process: 3% of a core.
 */
const createClock = (boss: PgBoss, registered: Registered, onAdded: () => void, log: Logger): PollingLoop =>
  createPollingLoop({
    round: async () => {
      const now = new Date();
      const due = [...registered].flatMap(([name, { options }]) =>
        options.cron !== undefined && isScheduled(options.cron, now) ? [{ name, data: {}, singletonKey: name, singletonSeconds: 60 }] : [],
      );
      if (due.length > 0) await boss.insert(due);
      if (due.length > 0) onAdded();
      return MINUTE_MS - (Date.now() % MINUTE_MS);
    },
    failed: (error) => {
      log.error({ err: error }, 'scheduled jobs could not be added; retrying');
      return LOOK_MS;
    },
  });

/** Jobs of killed workers become free again; old ones are archived and deleted. */
function createUpkeep(boss: PgBoss, log: Logger): PollingLoop {
  let tidiedAt = Number.NEGATIVE_INFINITY;
  return createPollingLoop({
    round: async () => {
      const isTidy = performance.now() - tidiedAt < TIDY_MS;
      if (isTidy) await boss.expire();
      else await boss.maintain(); // the same, and what is old
      if (!isTidy) tidiedAt = performance.now();
      return EXPIRE_MS;
    },
    failed: (error) => {
      log.error({ err: error }, 'job queue');
      return EXPIRE_MS;
    },
  });
}

const settingsOf = (name: string, { retryLimit = 10 }: JobOptions) => ({
  name,
  retryLimit,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: LEASE_SECONDS,
});

async function createQueuesAs(connectionString: string, registered: Registered, log: Logger): Promise<void> {
  const boss = new PgBoss({ connectionString, max: 1, application_name: 'stablegate-migrate', supervise: false, schedule: false });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  await boss.start();
  try {
    for (const [name, { options }] of registered) await boss.createQueue(name, settingsOf(name, options));
  } finally {
    await boss.stop({ graceful: false });
  }
}

export function createJobs(deps: JobDeps): Jobs & { wake(): void } {
  const { url, log } = deps;
  const pool = { connectionString: url, max: 3, application_name: 'stablegate-jobs', idleTimeoutMillis: KEPT_MS };
  const boss = new PgBoss({ ...pool, supervise: false, schedule: false });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  const registered = new Map<string, { handler: JobHandler; options: JobOptions }>();
  const workers = new Map<string, string>();
  const looking = createJobPoller(boss, workers, deps);
  const announce = (): void => {
    looking.wake();
    deps.notify?.();
  };
  const loops = [looking, createClock(boss, registered, announce, log), createUpkeep(boss, log)];
  let started = false;
  let working = false;

  async function prepare(name: string, { handler, options }: { handler: JobHandler; options: JobOptions }): Promise<void> {
    const settings = settingsOf(name, options);
    await boss.createQueue(name, settings);
    await boss.updateQueue(name, settings);
    if (!working) return;
    const pace = { pollingIntervalSeconds: SAFETY_NET_SECONDS, batchSize: 1 };
    const workerId = await boss.work<Record<string, unknown>>(name, pace, async ([job]) => {
      // More jobs may be queued: without this a full queue would drain at two jobs a second.
      boss.notifyWorker(workerId);
      if (job !== undefined) await handler(job.data ?? {});
    });
    workers.set(name, workerId);
  }

  async function end(options: PgBoss.StopOptions): Promise<void> {
    if (started) await boss.stop(options);
    started = false;
  }

  return {
    wake: looking.wake,
    register: (name, handler, options = {}) => registered.set(name, { handler, options }),
    enqueue: async (tx, name, data) => {
      await boss.send(name, data, { db: { executeSql: (text, values) => runText(tx, text, values) } });
      if (tx.isTransaction) afterCommit(tx as Tx, announce);
      else announce();
    },
    createQueues: (ownerUrl) => createQueuesAs(ownerUrl, registered, log),
    start: async ({ work }) => {
      await boss.start();
      started = true;
      working = work;
      for (const [name, entry] of registered) await prepare(name, entry);
      if (work) for (const loop of loops) loop.start();
      else await end({ graceful: false });
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
      await end({ graceful: true, wait: true, timeout: 8_000 });
    },
  };
}
