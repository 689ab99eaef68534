import type { ProtectionSettings } from '../../config-protection';
import type { DatabaseClocks } from '../../platform/db/database-time';
import type { Db } from '../../platform/db/db';
import type { Outbox } from '../../platform/events/outbox';
import type { Logger } from '../../platform/log';
import type { MailQueue } from '../../platform/mail/mail-queue';
import type { SecretBox } from '../../platform/secrets/crypto';
import type { AccountService } from '../accounts/accounts.service';
import type { InvoiceService } from '../invoices/invoices.service';
import type { LedgerService } from '../ledger/ledger.service';
import type { StoreService } from '../stores/stores.service';

export type LinkDeps = {
  readonly db: Db;
  readonly clocks: DatabaseClocks;
  readonly log: Logger;
  readonly outbox: Outbox;
  readonly secrets: SecretBox;
  readonly protection: Pick<ProtectionSettings, 'linkProofBits'>;
  readonly publicUrl: string;
  readonly stores: StoreService;
  readonly invoices: InvoiceService;
  readonly ledger: LedgerService;
  readonly accounts: Pick<AccountService, 'findMailReader'>;
  readonly mailQueue: MailQueue;
};
