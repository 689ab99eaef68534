import type { AskedChange } from '../../platform/audit';
import type { TakeBack } from '../../platform/audit-past.queries';
import type { Clocks } from '../../platform/clock';
import type { Db, Queryable, Tx } from '../../platform/db/db';
import type { Jobs } from '../../platform/events/jobs';
import type { Outbox } from '../../platform/events/outbox';
import type { UserId } from '../../platform/id-types';
import type { Logger } from '../../platform/log';
import type { RateLimiter } from '../../platform/net/rate-limiter';
import type { Author } from '../../platform/principal';
import type { SecretBox } from '../../platform/secrets/crypto';
import type { PasswordHasher } from '../../platform/secrets/password-hasher';
import type { AccountMails } from './mailed-links/account-mails';

/** Waiting changes of receiving addresses and rates, injected from the stores. */
export type PendingChanges = {
  isWaiting(tx: Queryable, userId: UserId, asked: AskedChange): Promise<boolean>;
  /** False when nothing waits. */
  cancel(tx: Tx, author: Author, asked: AskedChange): Promise<boolean>;
  cancelAll(tx: Tx, author: Author): Promise<void>;
};

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
  /** How long a change of a receiving address waits where its owner has not chosen. */
  readonly addressLockHours: number;
  readonly pendingChanges: () => PendingChanges;
  /** Of the modules above, which add theirs at the start. */
  readonly takeBacks: TakeBack[];
  readonly publicUrl: string;
  readonly adminRequires2fa: boolean;
};
