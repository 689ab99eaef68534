import type { Config } from '../config';
import { type Clocks, systemClocks } from './clock';
import { byDatabaseTime, createDatabaseTime, type DatabaseClocks, type DatabaseTime } from './db/database-time';
import { createDb, type Db } from './db/db';
import { createJobs, type Jobs } from './events/jobs';
import { createNotifications, type Notifications } from './events/notifications';
import { createOutbox, type Outbox } from './events/outbox';
import type { Logger } from './log';
import { createAbsentMailer, createSmtpMailer, type Mailer } from './mail/mailer';
import { createMetrics, type Metrics } from './metrics';
import { createRateLimiter, type RateLimiter } from './net/rate-limiter';
import type { Redis } from './net/redis';
import { registerMonths } from './partitions/add-months';
import type { Primary } from './processes/of-primary';
import { createSecretBox, type SecretBox } from './secrets/crypto';
import { createKeyring } from './secrets/master-key';
import { createPasswordHasher, type PasswordHasher } from './secrets/password-hasher';
import type { Tracing } from './tracing/tracing';

/** What every module may use. The sandbox and tests inject their own clock or mailer. */
export type Platform = {
  readonly log: Logger;
  readonly clocks: DatabaseClocks;
  readonly databaseTime: DatabaseTime;
  readonly db: Db;
  /** For leases and long checks: past a pooler, and connections that the work cannot exhaust. */
  readonly leaseDb: Db;
  readonly jobs: Jobs;
  readonly outbox: Outbox;
  readonly notifications: Notifications;
  /** Live updates of payment pages: through Redis if there is one, otherwise through PostgreSQL. */
  readonly liveNotifications: Pick<Notifications, 'publish' | 'subscribe'>;
  readonly redis: Redis | undefined;
  readonly mailer: Mailer;
  readonly metrics: Metrics;
  readonly secrets: SecretBox;
  readonly hasher: PasswordHasher;
  readonly limiter: RateLimiter;
  /** Undefined: nothing is traced, and none of its code is loaded. */
  readonly tracing: Tracing | undefined;
};
export type PlatformParts = Partial<Pick<Platform, 'mailer'>> & {
  readonly clocks?: Clocks;
  /** In a process of API_PROCESSES. */
  readonly primary?: Primary | undefined;
};

const OUTBOX_CHANNEL = 'outbox';
const JOBS_CHANNEL = 'jobs';
const EVERY_HOUR = '41 * * * *';

async function openTracing(
  settings: Config['tracing'],
  { db, log, jobs, secrets, clocks }: Pick<Platform, 'db' | 'log' | 'jobs' | 'secrets' | 'clocks'>,
): Promise<Tracing | undefined> {
  // Whether or not this process traces: others may, or did.
  const forget = async () => void (await (await import('./tracing/traces.queries')).forgetPlaces(db.query, clocks.business.now()));
  jobs.register('tracing.forget', forget, { cron: EVERY_HOUR, retryLimit: 0 });
  if (settings === undefined) return undefined;
  return (await import('./tracing/tracing')).createTracing({ settings, db: db.query, log, secrets });
}

export async function createPlatform(config: Config, log: Logger, parts: PlatformParts = {}): Promise<Platform> {
  // Loaded only where it is used: its client takes a sixth of a start.
  const redis = config.redisUrl === undefined ? undefined : (await import('./net/redis')).createRedis({ url: config.redisUrl, log });
  const db = createDb({ ...config.database, applicationName: 'stablegate', log });
  const { directUrl } = config.database;
  const leaseDb = createDb({ url: directUrl, poolMax: 2, applicationName: 'stablegate-lease' });
  const metrics = createMetrics();
  parts.primary?.shareMetrics(metrics.registry);
  const databaseTime = createDatabaseTime({ db, log, metrics });
  const notifications = createNotifications({ url: directUrl, log });
  const { idleMs } = notifications;
  const outbox = createOutbox({ db, log, idleMs, notify: () => notifications.publish(OUTBOX_CHANNEL) });
  notifications.subscribe(OUTBOX_CHANNEL, outbox.wake);
  const jobs = createJobs({ url: config.database.url, log, idleMs, notify: () => notifications.publish(JOBS_CHANNEL) });
  notifications.subscribe(JOBS_CHANNEL, jobs.wake);
  parts.clocks?.business.onMoved?.(notifications.wakeAll);
  const clocks = byDatabaseTime(parts.clocks ?? systemClocks, databaseTime);
  registerMonths({ db, log, jobs, clocks });
  const secrets = createSecretBox(createKeyring(config));
  return {
    log,
    clocks,
    databaseTime,
    db,
    leaseDb,
    jobs,
    outbox,
    notifications,
    liveNotifications: redis?.notifications ?? notifications,
    redis,
    mailer: parts.mailer ?? (config.smtp === undefined ? createAbsentMailer() : createSmtpMailer(config.smtp)),
    metrics,
    secrets,
    hasher: createPasswordHasher(config.apiProcesses),
    limiter: createRateLimiter({ scale: config.rateLimitScale, set: config.limits, redis, primary: parts.primary }),
    tracing: await openTracing(config.tracing, { db, log, jobs, secrets, clocks }),
  };
}
