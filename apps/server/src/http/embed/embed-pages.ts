import type { FastifyReply, FastifyRequest } from 'fastify';

/** The two pages that a shop may show within its own: an invoice, and the page of a payment link. */
export type EmbedPage = 'bill' | 'pay';
export type EmbedReaders = {
  /** The websites that the store of this invoice or link allows; none for an unknown one. */
  originsOf(page: EmbedPage, id: string): Promise<readonly string[]>;
};

export const isEmbedded = (request: FastifyRequest): boolean => request.url.startsWith('/embed/');

/** A value given twice counts as none. */
export const queryValue = (request: FastifyRequest, name: string): string | undefined => {
  const value = (request.query as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : undefined;
};

/**
 * The page names in `origin` which website frames it. Only that one may, and only where the store allows it: so the page knows whom its
 * messages go to, also in browsers that do not tell a frame who its parent is.
 */
export function allowFraming(request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]): void {
  const origin = queryValue(request, 'origin');
  if (origin === undefined || !allowed.includes(origin)) return;
  const policy = String(reply.getHeader('content-security-policy')).replace("frame-ancestors 'none'", `frame-ancestors ${origin}`);
  void reply.header('content-security-policy', policy).header('cross-origin-resource-policy', 'cross-origin');
  reply.raw.removeHeader('x-frame-options'); // it knows no list of others; frame-ancestors replaces it
}
