import type { Clocks } from '../../platform/clock';
import type { Db } from '../../platform/db/db';
import type { Jobs } from '../../platform/events/jobs';
import type { Outbox } from '../../platform/events/outbox';
import type { Logger } from '../../platform/log';
import type { RateLimiter } from '../../platform/net/rate-limiter';
import type { SecretBox } from '../../platform/secrets/crypto';
import type { PasswordHasher } from '../../platform/secrets/password-hasher';
import type { AccountMails } from './mailed-links/account-mails';

export type AccountDeps = {
  readonly db: Db;
  readonly clocks: Clocks;
  readonly hasher: PasswordHasher;
  readonly secrets: SecretBox;
  readonly limiter: RateLimiter;
  readonly jobs: Jobs;
  readonly outbox: Outbox;
  readonly log: Logger;
  readonly mails: AccountMails;
};
