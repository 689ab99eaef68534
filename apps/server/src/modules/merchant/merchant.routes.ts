import {
  auditApi,
  bulkApi,
  dashboardApi,
  INVOICE_STATUSES,
  type InvoiceStatus,
  invoicesApi,
  notificationsApi,
  statementsApi,
  transfersApi,
} from '@stablegate/contract';
import { formatMicros } from '@stablegate/rules';
import type { FastifyRequest } from 'fastify';
import type { Router } from '../../http/mount';
import { signedIn } from '../../http/principal';
import { screenLanguage, sendExport } from '../../http/send-export';
import { toZonedIso } from '../../platform/db/time-zone';
import { asStoreId, asTransferId, asUserId, type UserId } from '../../platform/id-types';
import type { InvoiceService, TransferOwner } from '../invoices/invoices.service';
import type { TranslationService } from '../translations/translations.service';
import { invoiceTable } from './invoice-table';
import type { MerchantService } from './merchant.service';

export type ConsoleRouteDeps = {
  readonly merchant: MerchantService;
  readonly invoices: InvoiceService;
  readonly translations: TranslationService;
};

const userOf = (request: FastifyRequest): UserId => signedIn(request).userId;
const ownerOf = (request: FastifyRequest): TransferOwner => {
  const { userId, role } = signedIn(request);
  return { userId, isAdmin: role === 'ADMIN' };
};
const success = <T>(data: T) => ({ status: 'success' as const, data });

export function mountConsole(route: Router, deps: ConsoleRouteDeps): void {
  const { merchant, invoices } = deps;
  mountBulk(route, deps);
  mountStatements(route, deps);

  route(auditApi.list, (request) => merchant.listAudit(userOf(request), request.query));
  route(auditApi.export, async (request, reply) => {
    const { format, ...filters } = request.query;
    const table = merchant.auditTable(userOf(request), filters, await deps.translations.translator(screenLanguage(request)));
    return sendExport(reply, 'audit-log', format, table);
  });

  route(invoicesApi.counts, async (request) => {
    const counts = await invoices.counts(userOf(request));
    const byStatus = Object.fromEntries(INVOICE_STATUSES.map((status) => [status, counts.get(status) ?? 0]));
    return { total: [...counts.values()].reduce((sum, count) => sum + count, 0), byStatus: byStatus as Record<InvoiceStatus, number> };
  });

  route(transfersApi.list, (request) => merchant.listInbox(ownerOf(request), request.query));
  route(transfersApi.assign, (request) => merchant.assign(ownerOf(request), asTransferId(request.params.id), request.body));
  route(transfersApi.unassign, (request) => merchant.unassign(ownerOf(request), asTransferId(request.params.id)));
  route(transfersApi.dismiss, (request) => merchant.dismiss(ownerOf(request), asTransferId(request.params.id), request.body.reason));
  route(transfersApi.restore, (request) => merchant.restore(ownerOf(request), asTransferId(request.params.id)));

  route(dashboardApi.revenue, async (request) => success(await merchant.getRevenue(userOf(request))));
  route(dashboardApi.series, async (request) => success(await merchant.getRevenueSeries(request.query.days, userOf(request))));

  route(notificationsApi.get, (request) => merchant.getNotifications(userOf(request), asUserId(request.params.id)));
  route(notificationsApi.update, (request) => merchant.changeNotifications(userOf(request), asUserId(request.params.id), request.body));
}

function mountBulk(route: Router, deps: ConsoleRouteDeps): void {
  const { merchant } = deps;
  /** In the business time zone, without characters not allowed in file names: 20260301-153000. */
  const fileName = (): string =>
    `invoices-export-${toZonedIso(merchant.now(), merchant.timeZone).slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}`;

  route(bulkApi.retry, (request) => merchant.retryCallbacks(userOf(request), request.body.ids));
  route(bulkApi.delete, (request) => merchant.hideInvoices(userOf(request), request.body.ids));

  route(bulkApi.export, async (request, reply) => {
    const chosen = await merchant.chosenInvoices(userOf(request), request.body.ids);
    const table = invoiceTable(chosen, await deps.translations.translator(screenLanguage(request)), merchant.timeZone);
    return sendExport(reply, fileName(), 'xlsx', table);
  });

  route(bulkApi.download, async (request, reply) => {
    const chosen = await merchant.chosenInvoices(userOf(request), request.body.ids);
    return reply
      .header('content-disposition', `attachment; filename="${fileName()}.json"`)
      .type('application/json; charset=utf-8')
      .send(
        JSON.stringify(
          chosen.map((invoice) => ({
            ...deps.invoices.toWire(invoice),
            metadata: invoice.metadata ?? {},
            refunded: formatMicros(invoice.refundedMicros),
            refundHashes: invoice.refundHashes,
          })),
          null,
          2,
        ),
      );
  });
}

function mountStatements(route: Router, { merchant, translations }: ConsoleRouteDeps): void {
  const storeOf = (storeId: string | undefined) => (storeId === undefined ? undefined : asStoreId(storeId));
  route(statementsApi.list, (request) => {
    const { storeId, ...page } = request.query;
    return merchant.listStatements(userOf(request), storeOf(storeId), page);
  });
  route(statementsApi.file, async (request, reply) => {
    const { storeId, ...wanted } = request.query;
    const language = screenLanguage(request);
    const t = await translations.translator(language);
    const file = await merchant.openStatement(userOf(request), { ...wanted, storeId: storeOf(storeId) }, { language, t });
    return reply.header('content-disposition', `attachment; filename="${file.name}"`).type(file.mediaType).send(file.stream);
  });
}
