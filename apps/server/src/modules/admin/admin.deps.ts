import type { Clocks } from '../../platform/clock';
import type { Db } from '../../platform/db/db';
import type { CallbackService } from '../callbacks/callbacks.service';
import type { ChainService } from '../chains/chains.service';
import type { DepositService } from '../deposits/deposits.service';
import type { InvoiceService } from '../invoices/invoices.service';
import type { LedgerService } from '../ledger/ledger.service';
import type { MerchantService } from '../merchant/merchant.service';

export type AdminServiceDeps = {
  readonly db: Db;
  readonly clocks: Clocks;
  readonly timeZone: string;
  readonly ledger: LedgerService;
  readonly chains: Pick<ChainService, 'networkStatus' | 'countUnmatched'>;
  readonly callbacks: Pick<CallbackService, 'findOldestWaiting'>;
  readonly deposits: Pick<DepositService, 'listReceivedDays' | 'countUnmatched'>;
  readonly invoices: Pick<InvoiceService, 'find'>;
  readonly merchant: Pick<MerchantService, 'getRevenue' | 'getRevenueSeries'>;
};
export type AdminDeps = AdminServiceDeps & {
  /** Today, in the business time zone. */
  readonly businessDay: () => string;
};
