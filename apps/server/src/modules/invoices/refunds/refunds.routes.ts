import { refundsApi } from '@stablegate/contract';
import type { Router } from '../../../http/mount';
import { signedIn } from '../../../http/principal';
import { asRefundId } from '../../../platform/id-types';
import type { RateLimiter } from '../../../platform/net/rate-limiter';
import type { InvoiceService } from '../invoices.service';

export function mountRefunds(route: Router, { invoices, limiter }: { invoices: InvoiceService; limiter: RateLimiter }): void {
  const { refunds } = invoices;
  route(refundsApi.list, (request) => refunds.read(signedIn(request).userId, request.params.transId));

  route(refundsApi.checkAddress, async (request) => {
    const { userId } = signedIn(request);
    const mayAskNodes = (await limiter.allows('address-lookup', userId)) && (await limiter.allows('address-lookups', 'all'));
    return refunds.checkAddress(userId, request.params.transId, { ...request.query, mayAskNodes });
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
