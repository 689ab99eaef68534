import { contactApi } from '@stablegate/contract';
import type { Router } from '../../http/mount';
import type { ContactService } from './contact.service';

export function mountContact(route: Router, { contact }: { contact: ContactService }): void {
  route(contactApi.send, async (request, reply) => {
    await contact.receive(request.body, request.ip);
    return reply.code(201).send({ message: 'Thank you! Your message has been sent.' });
  });
}
