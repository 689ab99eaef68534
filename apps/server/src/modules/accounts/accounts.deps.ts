import type { TakeBack } from '../../platform/audit-past.queries';
import type { Clocks } from '../../platform/clock';
import type { Db, Queryable, Tx } from '../../platform/db/db';
import type { Jobs } from '../../platform/events/jobs';
import type { Outbox } from '../../platform/events/outbox';
import type { UserId, WalletId } from '../../platform/id-types';
import type { Logger } from '../../platform/log';
import type { RateLimiter } from '../../platform/net/rate-limiter';
import type { Author } from '../../platform/principal';
import type { SecretBox } from '../../platform/secrets/crypto';
import type { PasswordHasher } from '../../platform/secrets/password-hasher';
import type { AccountMails } from './mailed-links/account-mails';

/** Waiting changes of receiving addresses, injected from the stores. */
export type AddressChanges = {
  isWaiting(tx: Queryable, userId: UserId, walletId: WalletId): Promise<boolean>;
  /** False when nothing waits. */
  cancel(tx: Tx, author: Author, walletId: WalletId): Promise<boolean>;
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
  readonly addressChanges: () => AddressChanges;
  /** Of the modules above, which add theirs at the start. */
  readonly takeBacks: TakeBack[];
  readonly publicUrl: string;
  readonly adminRequires2fa: boolean;
};
