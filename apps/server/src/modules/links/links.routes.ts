import { paymentLinksApi } from '@stablegate/contract';
import type { Router } from '../../http/mount';
import { signedIn } from '../../http/principal';
import { asPaymentLinkId, asStoreId } from '../../platform/id-types';
import type { RateLimiter } from '../../platform/net/rate-limiter';
import type { LinkService } from './links.service';

export function mountLinks(route: Router, { links, limiter }: { links: LinkService; limiter: RateLimiter }): void {
  route(paymentLinksApi.list, (request) => links.list(signedIn(request).userId));

  route(paymentLinksApi.create, async (request, reply) => {
    const { storeId, ...input } = request.body;
    return reply.code(201).send(await links.create(signedIn(request).userId, asStoreId(storeId), input));
  });

  route(paymentLinksApi.change, (request) => links.change(signedIn(request), asPaymentLinkId(request.params.id), request.body));

  route(paymentLinksApi.remove, async (request, reply) => {
    await links.remove(signedIn(request).userId, asPaymentLinkId(request.params.id));
    return reply.code(204).send();
  });

  route(paymentLinksApi.open, (request) => links.open(request.params.slug, request.query.order, request.ip));

  route(paymentLinksApi.pay, async (request, reply) => {
    const { slug } = request.params;
    const countMade = () => limiter.consume('orders-of-link', slug);
    const { transId, urlPayment } = await links.order(slug, { ...request.body, ip: request.ip }, countMade);
    return reply.code(201).send({ transId, url_payment: urlPayment });
  });
}
