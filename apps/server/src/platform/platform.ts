import type { Config } from '../config';
import { type Clocks, systemClocks } from './clock';
import { createSecretBox, type SecretBox } from './crypto';
import { createDb, type Db } from './db';
import { createJobs, type Jobs } from './jobs';
import type { Logger } from './log';
import { createAbsentMailer, createSmtpMailer, type Mailer } from './mailer';
import { createKeyring } from './master-key';
import { createMetrics, type Metrics } from './metrics';
import { createNotifications, type Notifications } from './notifications';
import { createOutbox, type Outbox } from './outbox';
import { createPasswordHasher, type PasswordHasher } from './password-hasher';
import { createRateLimiter, type RateLimiter } from './rate-limiter';
import { createRedis, type Redis } from './redis';

/** What every module may stand on. The sandbox and tests put their own clock or mailer in. */
export type Platform = {
  readonly log: Logger;
  readonly clocks: Clocks;
  readonly db: Db;
  readonly jobs: Jobs;
  readonly outbox: Outbox;
  readonly notifications: Notifications;
  /** What payment pages must hear at once: by Redis when there is one, else by PostgreSQL. */
  readonly liveNews: Pick<Notifications, 'publish' | 'subscribe'>;
  readonly redis: Redis | undefined;
  readonly mailer: Mailer;
  readonly metrics: Metrics;
  readonly secrets: SecretBox;
  readonly hasher: PasswordHasher;
  readonly limiter: RateLimiter;
};
export type PlatformParts = Partial<Pick<Platform, 'clocks' | 'mailer'>>;

const OUTBOX_CHANNEL = 'outbox';

export function createPlatform(config: Config, log: Logger, parts: PlatformParts = {}): Platform {
  const db = createDb({ ...config.database, applicationName: 'stablegate' });
  const notifications = createNotifications({ url: config.database.url, log });
  const outbox = createOutbox({ db, log, notify: () => notifications.publish(OUTBOX_CHANNEL) });
  const redis = config.redisUrl === undefined ? undefined : createRedis({ url: config.redisUrl, log });
  notifications.subscribe(OUTBOX_CHANNEL, () => outbox.wake());
  return {
    log,
    clocks: parts.clocks ?? systemClocks,
    db,
    jobs: createJobs({ url: config.database.url, log }),
    outbox,
    notifications,
    liveNews: redis?.notifications ?? notifications,
    redis,
    mailer: parts.mailer ?? (config.smtp === undefined ? createAbsentMailer() : createSmtpMailer(config.smtp)),
    metrics: createMetrics(),
    secrets: createSecretBox(createKeyring(config)),
    hasher: createPasswordHasher(),
    limiter: createRateLimiter(config.rateLimitScale, redis),
  };
}
