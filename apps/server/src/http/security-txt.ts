import { DAY_MS } from '@stablegate/rules';
import type { FastifyInstance } from 'fastify';

/** RFC 9116: whom to tell about a vulnerability. The date is a year ahead of the answer: it says that somebody still runs this. */
export function mountSecurityTxt(server: FastifyInstance, deps: { readonly supportEmail: string; readonly publicUrl: string }): void {
  server.get('/.well-known/security.txt', async (_request, reply) => {
    const lines = [
      `Contact: mailto:${deps.supportEmail}`,
      `Expires: ${new Date(Date.now() + 365 * DAY_MS).toISOString()}`,
      'Preferred-Languages: en, vi',
      `Canonical: ${deps.publicUrl}/.well-known/security.txt`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
