import { adminApi, adminDepositsApi, adminInvoicesApi, BACK_OFFICE_LANGUAGE } from '@stablegate/contract';
import type { Router } from '../../http/mount';
import { screenLanguage, sendExport } from '../../http/send-export';
import type { AdminService } from './admin.service';

const success = <T>(data: T) => ({ status: 'success' as const, data });
const daysOf = ({ days }: { days: string }): number => Number.parseInt(days, 10);

export type AdminRouteDeps = {
  readonly admin: AdminService;
  /** Texts in the caller's screen language. */
  readonly translator: (language: string) => Promise<(key: string) => string>;
};

export function mountAdmin(route: Router, { admin, translator }: AdminRouteDeps): void {
  route(adminApi.users, async ({ query }) => success(await admin.listUsers(query)));
  route(adminApi.userStatistics, () => admin.userStatistics());
  route(adminApi.userSeries, async ({ query }) => success(await admin.userSeries(daysOf(query))));
  route(adminApi.stores, async ({ query }) => success(await admin.listStores(query)));
  route(adminApi.transactionLogs, async ({ query }) => success(await admin.listTransactionLogs(query)));
  route(adminApi.health, async () => success(await admin.readHealth()));
  route(adminApi.auditLog, async ({ query }) => success(await admin.listAudit(query)));
  route(adminApi.auditExport, async (request, reply) => {
    const { format, ...filters } = request.query;
    const language = screenLanguage(request, BACK_OFFICE_LANGUAGE);
    return sendExport(reply, 'audit-log', format, admin.auditTable(filters, await translator(language)), language);
  });

  route(adminDepositsApi.list, async ({ query }) => success(await admin.listDeposits(query)));
  route(adminDepositsApi.statistics, () => admin.depositStatistics());
  route(adminDepositsApi.series, async ({ query }) => success(await admin.depositSeries(daysOf(query))));

  route(adminInvoicesApi.list, async ({ query }) => {
    const { invoices, paging } = await admin.listInvoices(query);
    return { ...success(invoices), ...paging };
  });
  route(adminInvoicesApi.revenue, async () => success(await admin.revenue()));
  route(adminInvoicesApi.revenueSeries, async ({ query }) => success(await admin.revenueSeries(daysOf(query))));
}
