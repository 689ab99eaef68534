import { contactApi } from '@stablegate/contract';
import type { Router } from '../../http/mount';
import type { LimitRule, RateLimiter } from '../../platform/net/rate-limiter';
import type { ContactService } from './contact.service';

const CONTACT_LIMIT: LimitRule = { name: 'contact', points: 10, seconds: 3_600 };

export function mountContact(route: Router, { contact, limiter }: { contact: ContactService; limiter: RateLimiter }): void {
  route(contactApi.send, async (request, reply) => {
    await limiter.consume(CONTACT_LIMIT, request.ip);
    await contact.receive(request.body, request.ip);
    return reply.code(201).send({ message: 'Thank you! Your message has been sent.' });
  });
}
