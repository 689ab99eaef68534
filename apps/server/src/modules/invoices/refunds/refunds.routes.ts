import { merchantRefundsApi, refundsApi } from '@stablegate/contract';
import type { Router } from '../../../http/mount';
import { callingStore, signedIn } from '../../../http/principal';
import { asRefundId } from '../../../platform/id-types';
import type { RateLimiter } from '../../../platform/net/rate-limiter';
import type { InvoiceService } from '../invoices.service';

type RefundRouteDeps = { readonly invoices: InvoiceService; readonly limiter: RateLimiter };

const mayAskNodes = async (limiter: RateLimiter, caller: string): Promise<boolean> =>
  (await limiter.allows('address-lookup', caller)) && (await limiter.allows('address-lookups', 'all'));

export function mountRefunds(route: Router, deps: RefundRouteDeps): void {
  mountByKey(route, deps);
  const { invoices, limiter } = deps;
  const { refunds } = invoices;
  route(refundsApi.list, (request) => refunds.read(signedIn(request).userId, request.params.transId));

  route(refundsApi.checkAddress, async (request) => {
    const { userId } = signedIn(request);
    const place = { ...request.query, mayAskNodes: await mayAskNodes(limiter, userId) };
    return refunds.checkAddress(userId, request.params.transId, place);
  });

  route(refundsApi.plan, async (request, reply) =>
    reply.code(201).send(await refunds.plan(signedIn(request), request.params.transId, request.body)),
  );

  route(refundsApi.report, (request) => {
    const { transId, id } = request.params;
    return refunds.report(signedIn(request).userId, transId, asRefundId(id), request.body.txHash);
  });

  route(refundsApi.cancel, (request) => refunds.cancel(signedIn(request), request.params.transId, asRefundId(request.params.id)));
}

const success = <T>(msg: string, data: T) => ({ status: 'success' as const, msg, data });

function mountByKey(route: Router, { invoices, limiter }: RefundRouteDeps): void {
  const { byKey } = invoices.refunds;
  route(merchantRefundsApi.listRefunds, async (request) =>
    success('Refunds found', await byKey.list(callingStore(request), request.params.trans_id)),
  );

  route(merchantRefundsApi.planRefund, async (request, reply) => {
    const store = callingStore(request);
    // Only for a refund that is new: repeated and refused calls use up nothing of the lookups that all merchants share.
    const asks = () => mayAskNodes(limiter, store.storeId);
    const { refund, isNew } = await byKey.plan(store, request.params.trans_id, request.body, asks);
    return reply.code(isNew ? 201 : 200).send(success('Refund planned', refund));
  });

  route(merchantRefundsApi.reportRefund, async (request) => {
    const { trans_id, id } = request.params;
    const refund = await byKey.report(callingStore(request), trans_id, asRefundId(id), request.body.trans_hash);
    return success('Transaction noted', refund);
  });

  route(merchantRefundsApi.cancelRefund, async (request) => {
    const { trans_id, id } = request.params;
    return success('Refund cancelled', await byKey.cancel(callingStore(request), trans_id, asRefundId(id)));
  });
}
