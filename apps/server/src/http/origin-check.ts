import type { IncomingHttpHeaders } from 'node:http';
import type { RouteSpec } from '@stablegate/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error';

const changesState = (route: RouteSpec): boolean => route.method !== 'GET' || route.changesState === true;
/** Not calls of a browser: an API key or a bank feed's signature is never sent along by itself. */
const isOutside = (route: RouteSpec): boolean => route.access === 'api-key' || route.access === 'feed';

function isOwnOrigin(origin: string, host: string | undefined, publicOrigin: string): boolean {
  if (origin === publicOrigin) return true;
  // On loopback people open localhost, 127.0.0.1 or [::1]; what counts there is the host the call itself came to.
  const { hostname } = new URL(publicOrigin);
  return hostname === 'localhost' && origin === `http://${host ?? ''}`;
}

/** Whether a browser sent this for a page of another site. Programs send neither header, and are not meant. */
export function createForeignCheck(publicUrl: string) {
  const publicOrigin = new URL(publicUrl).origin;
  return ({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean => {
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
    return origin !== undefined && !isOwnOrigin(origin, host, publicOrigin);
  };
}
export type ForeignCheck = ReturnType<typeof createForeignCheck>;

/**
 * Refuses state-changing calls that another site makes a browser send (CSRF). Programs pass: they hold no cookie that a stranger
 * could ride on.
 */
export function createOriginCheck(publicUrl: string) {
  const isForeign = createForeignCheck(publicUrl);
  return (route: RouteSpec, request: FastifyRequest): void => {
    if (!changesState(route) || isOutside(route)) return;
    if (isForeign(request.headers)) throw new AppError('foreign_origin');
  };
}
export type OriginCheck = ReturnType<typeof createOriginCheck>;
