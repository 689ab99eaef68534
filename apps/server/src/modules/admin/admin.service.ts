import type { AdminInvoiceQuery, adminApi, adminDepositsApi, RouteQuery } from '@stablegate/contract';
import type { Clocks } from '../../platform/clock';
import type { Db } from '../../platform/db/db';
import { toZonedIso } from '../../platform/db/time-zone';
import type { CallbackService } from '../callbacks/callbacks.service';
import type { ChainService } from '../chains/chains.service';
import type { DepositService } from '../deposits/deposits.service';
import type { InvoiceService } from '../invoices/invoices.service';
import type { LedgerService } from '../ledger/ledger.service';
import type { MerchantService } from '../merchant/merchant.service';
import { listAudit } from './audit-log';
import { depositSeries, depositStatistics, listDeposits } from './deposits';
import { readHealth } from './health';
import { listInvoices } from './invoices';
import { platformRevenue, revenueSeries } from './revenue';
import { listStores } from './stores';
import { listTransactionLogs } from './transaction-logs';
import { listUsers, userSeries, userStatistics } from './users';

export type AdminServiceDeps = {
  readonly db: Db;
  readonly clocks: Clocks;
  readonly timeZone: string;
  readonly ledger: LedgerService;
  readonly chains: Pick<ChainService, 'networkStatus'>;
  readonly callbacks: Pick<CallbackService, 'findOldestWaiting'>;
  readonly deposits: Pick<DepositService, 'listReceivedDays' | 'countUnmatched'>;
  readonly invoices: Pick<InvoiceService, 'searchTexts'>;
  readonly merchant: Pick<MerchantService, 'getRevenue' | 'getRevenueSeries'>;
};
export type AdminDeps = AdminServiceDeps & {
  /** Today, in the business time zone. */
  readonly businessDay: () => string;
};

/** What the back office reads of all users. It changes nothing: languages and inboxes have calls of their own modules. */
export function createAdminService(parts: AdminServiceDeps) {
  const deps: AdminDeps = { ...parts, businessDay: () => toZonedIso(parts.clocks.business.now(), parts.timeZone).slice(0, 10) };
  return {
    listUsers: (query: RouteQuery<typeof adminApi.users>) => listUsers(deps, query),
    userStatistics: () => userStatistics(deps),
    userSeries: (days: number) => userSeries(deps, days),
    listStores: (query: RouteQuery<typeof adminApi.stores>) => listStores(deps, query),
    listDeposits: (query: RouteQuery<typeof adminDepositsApi.list>) => listDeposits(deps, query),
    depositStatistics: () => depositStatistics(deps),
    depositSeries: (days: number) => depositSeries(deps, days),
    listTransactionLogs: (query: RouteQuery<typeof adminApi.transactionLogs>) => listTransactionLogs(deps, query),
    listInvoices: (query: AdminInvoiceQuery) => listInvoices(deps, query),
    revenue: () => platformRevenue(deps),
    revenueSeries: (days: number) => revenueSeries(deps, days),
    readHealth: () => readHealth(deps),
    listAudit: (query: RouteQuery<typeof adminApi.auditLog>) => listAudit(deps, query),
  };
}
export type AdminService = ReturnType<typeof createAdminService>;
