import type { Clocks } from '../../platform/clock';
import type { Db } from '../../platform/db/db';
import type { Jobs } from '../../platform/events/jobs';
import type { Outbox } from '../../platform/events/outbox';
import type { Logger } from '../../platform/log';
import type { MailQueue } from '../../platform/mail/mail-queue';
import type { AccountService } from '../accounts/accounts.service';
import type { CallbackService } from '../callbacks/callbacks.service';
import type { ChainService } from '../chains/chains.service';
import type { InvoiceService } from '../invoices/invoices.service';
import type { LedgerService } from '../ledger/ledger.service';
import type { StoreService } from '../stores/stores.service';
import type { MerchantMails } from './merchant-mails';

export type { JournalSpan, LedgerKind, LedgerSubject, ReferringEntry } from '../ledger/ledger.service';

export type MerchantServiceDeps = {
  readonly db: Db;
  readonly clocks: Clocks;
  readonly outbox: Pick<Outbox, 'append'>;
  readonly log: Logger;
  readonly chains: ChainService;
  readonly stores: StoreService;
  readonly invoices: InvoiceService;
  readonly callbacks: CallbackService;
  readonly accounts: Pick<AccountService, 'findMailReader' | 'listAdminIds'>;
  readonly ledger: LedgerService;
  readonly jobs: Jobs;
  readonly mailQueue: MailQueue;
  readonly timeZone: string;
  readonly secondFactorAdviceMicros: bigint | undefined;
  /** Texts in a reader's language, for files that are mailed. */
  readonly translator: (language: string) => Promise<(key: string, values?: Record<string, string>) => string>;
};
export type MerchantDeps = Omit<MerchantServiceDeps, 'jobs' | 'mailQueue'> & { readonly mails: MerchantMails };
