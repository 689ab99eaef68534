import type { DatabaseClocks } from '../../platform/db/database-time';
import type { Db } from '../../platform/db/db';
import type { Logger } from '../../platform/log';
import type { InvoiceService } from '../invoices/invoices.service';
import type { StoreService } from '../stores/stores.service';

export type LinkDeps = {
  readonly db: Db;
  readonly clocks: DatabaseClocks;
  readonly log: Logger;
  readonly publicUrl: string;
  readonly stores: StoreService;
  readonly invoices: InvoiceService;
};
