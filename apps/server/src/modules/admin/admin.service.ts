import type { AdminInvoiceQuery, adminApi, adminDepositsApi, RouteQuery } from '@stablegate/contract';
import { toZonedIso } from '../../platform/db/time-zone';
import type { AdminDeps, AdminServiceDeps } from './admin.deps';
import { auditTable, listAudit } from './audit-log';
import { depositSeries, depositStatistics, listDeposits } from './deposits';
import { readHealth } from './health';
import { listInvoices } from './invoices';
import { platformRevenue, revenueSeries } from './revenue';
import { listStores } from './stores';
import { listTransactionLogs } from './transaction-logs';
import { listUsers, userSeries, userStatistics } from './users';

/** What the back office reads across all users. It changes nothing: languages and inboxes have calls in their own modules. */
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
    auditTable: (filters: Parameters<typeof auditTable>[1], t: (key: string) => string) => auditTable(deps, filters, t),
    listAudit: (query: RouteQuery<typeof adminApi.auditLog>) => listAudit(deps, query),
  };
}
export type AdminService = ReturnType<typeof createAdminService>;
