import { claimsApi, invoicesApi, merchantApi, paymentPageApi } from '@stablegate/contract';
import { formatMicros } from '@stablegate/rules';
import type { Router } from '../../http/mount';
import { callingStore, signedIn } from '../../http/principal';
import { AppError } from '../../platform/app-error';
import { asInvoiceId, asStoreId, type InvoiceId } from '../../platform/id-types';
import type { RateLimiter } from '../../platform/net/rate-limiter';
import type { StoreService } from '../stores/stores.service';
import type { InvoiceRecord, InvoiceService, MadeInvoice } from './invoices.service';
import { toInvoiceWire, toMerchantWire } from './read/invoice-views';
import { mountRefunds } from './refunds/refunds.routes';

export type InvoiceRouteDeps = {
  readonly invoices: InvoiceService;
  readonly stores: StoreService;
  readonly limiter: RateLimiter;
  /** Sends the last callback of each again, within the limits. */
  readonly resendCallbacks: (
    ids: readonly InvoiceId[],
  ) => Promise<Readonly<Record<'sent' | 'limited' | 'outdated' | 'tooOld', readonly InvoiceId[]>>>;
};

export function mountInvoices(route: Router, deps: InvoiceRouteDeps): void {
  mountMerchantApi(route, deps);
  mountRefunds(route, deps);
  const { invoices, stores, limiter } = deps;

  route(invoicesApi.list, async (request) => {
    const { content, ...totals } = await invoices.list(signedIn(request).userId, request.query);
    return { content: content.map(toInvoiceWire), ...totals };
  });

  route(invoicesApi.create, async (request, reply) => {
    const { storeId, ...input } = request.body;
    const made = await invoices.create(await stores.getOwnStore(signedIn(request).userId, asStoreId(storeId)), input);
    return reply.code(made.created ? 201 : 200).send({
      transId: made.transId,
      url_payment: made.urlPayment,
      amount: formatMicros(made.amountMicros),
      payable: formatMicros(made.payableMicros),
      expiresAt: made.expiresAt.toISOString(),
    });
  });

  route(invoicesApi.get, (request) => invoices.getDetails(signedIn(request).userId, request.params.transId));

  route(invoicesApi.cancel, async (request) =>
    toInvoiceWire(await invoices.cancelOfUser(signedIn(request).userId, request.params.transId)),
  );

  route(invoicesApi.accept, async (request) =>
    toInvoiceWire(await invoices.acceptOfUser(signedIn(request).userId, request.params.transId, request.body?.paid)),
  );

  route(paymentPageApi.view, async (request) => ({
    status: 'success' as const,
    data: await invoices.getPaymentView(request.params.transId),
  }));

  const mayAsk = () => limiter.consume('look-ups', 'all');
  route(paymentPageApi.walletTransaction, async (request) => {
    await mayAsk();
    return {
      status: 'success' as const,
      data: { transaction: await invoices.makeWalletTransaction(request.params.transId, request.body.account) },
    };
  });

  route(claimsApi.claim, async (request) => {
    const { transId } = request.params;
    await limiter.consume('claims-of-invoice', transId);
    return { status: 'success' as const, data: await invoices.claimTransfer(transId, request.body, mayAsk) };
  });
}

const success = <T>(msg: string, data: T) => ({ status: 'success' as const, msg, data });

const toCreated = (made: MadeInvoice) => ({
  trans_id: made.transId,
  amount: formatMicros(made.amountMicros),
  status: 'pending' as const,
  url_payment: made.urlPayment,
  expires_at: made.expiresAt.toISOString(),
  payable: formatMicros(made.payableMicros),
  addresses: made.addresses,
});

/** Called by merchants' servers with their X-API-KEY. */
function mountMerchantApi(route: Router, { invoices, resendCallbacks }: InvoiceRouteDeps): void {
  route(merchantApi.create, async (request, reply) => {
    const made = await invoices.create(callingStore(request), request.body);
    return reply.code(made.created ? 201 : 200).send(success('Invoice created', toCreated(made)));
  });

  const withRefunds = async (invoice: InvoiceRecord) => toMerchantWire(invoice, await invoices.refunds.listConfirmed(invoice));

  route(merchantApi.find, async (request) =>
    success('Invoice found', await withRefunds(await invoices.getByRequestId(callingStore(request).storeId, request.query.request_id))),
  );

  route(merchantApi.list, async (request) => {
    const { cursor, ...query } = request.query;
    const before = cursor === undefined ? undefined : asInvoiceId(cursor);
    const { invoices: page, next } = await invoices.listOfStore(callingStore(request), { ...query, before });
    return {
      ...success(
        'Invoices found',
        page.map((invoice) => toMerchantWire(invoice)),
      ),
      next_cursor: next ?? null,
    };
  });

  route(merchantApi.events, async (request) => {
    const { events, next } = await invoices.listEvents(callingStore(request), request.query);
    return { ...success('Events found', [...events]), next_cursor: next };
  });

  route(merchantApi.resendCallback, async (request, reply) => {
    const { id } = await invoices.getOfStore(callingStore(request).storeId, request.params.trans_id);
    const { sent, limited, outdated, tooOld } = await resendCallbacks([id]);
    if (limited.length > 0) throw new AppError('rate_limited');
    if (outdated.length > 0) throw new AppError('callback_outdated');
    if (tooOld.length > 0) throw new AppError('callback_too_old');
    if (sent.length === 0) throw new AppError('no_callback_yet');
    return reply.code(202).send({ status: 'success' as const, msg: 'The callback is sent again' });
  });

  route(merchantApi.get, async (request) =>
    success('Invoice found', await withRefunds(await invoices.getOfStore(callingStore(request).storeId, request.params.trans_id))),
  );

  route(merchantApi.cancel, async (request) =>
    success('Invoice cancelled', toMerchantWire(await invoices.cancelOfStore(callingStore(request).storeId, request.params.trans_id))),
  );
}
