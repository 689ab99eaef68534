import type { DepositSettings } from '../../config-deposits';
import type { Clocks } from '../../platform/clock';
import type { Db, Queryable } from '../../platform/db/db';
import type { Jobs } from '../../platform/events/jobs';
import type { Outbox } from '../../platform/events/outbox';
import type { Logger } from '../../platform/log';
import type { MailQueue } from '../../platform/mail/mail-queue';
import type { AccountService } from '../accounts/accounts.service';
import type { InvoiceService } from '../invoices/invoices.service';
import type { LedgerService } from '../ledger/ledger.service';
import type { StoreService } from '../stores/stores.service';

export type DepositServiceDeps = {
  readonly db: Db;
  readonly clocks: Clocks;
  readonly jobs: Jobs;
  readonly outbox: Outbox;
  readonly log: Logger;
  readonly ledger: LedgerService;
  readonly stores: StoreService;
  readonly invoices: InvoiceService;
  readonly accounts: Pick<AccountService, 'findMailReader'>;
  readonly mailQueue: MailQueue;
  readonly settings: DepositSettings;
  readonly publicUrl: string;
  readonly supportEmail: string;
  readonly timeZone: string;
};
export type DepositDeps = Omit<DepositServiceDeps, 'jobs' | 'accounts' | 'mailQueue' | 'supportEmail'> & {
  /** VND; undefined while it is too old to be used. */
  readonly findFreshRate: (tx: Queryable) => Promise<bigint | undefined>;
};
