import type { IncomingHttpHeaders } from 'node:http';
import type { RouteSpec } from '@stablegate/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error';

const changesState = (route: RouteSpec): boolean => route.method !== 'GET' || route.changesState === true;
/** Not browser calls: browsers never attach an API key or a bank feed's signature by themselves. */
const isOutside = (route: RouteSpec): boolean => route.access === 'api-key' || route.access === 'feed';

function isOwnOrigin(origin: string, host: string | undefined, publicOrigin: string): boolean {
  if (origin === publicOrigin) return true;
  // On loopback localhost, 127.0.0.1 and [::1] are interchangeable, so the request's own host counts.
  const { hostname } = new URL(publicOrigin);
  return hostname === 'localhost' && origin === `http://${host ?? ''}`;
}

/** Whether a browser sent this for a page of another site. Programs send neither header and pass. */
export function createForeignCheck(publicUrl: string) {
  const publicOrigin = new URL(publicUrl).origin;
  return ({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean => {
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
    return origin !== undefined && !isOwnOrigin(origin, host, publicOrigin);
  };
}
export type ForeignCheck = ReturnType<typeof createForeignCheck>;

/** Refuses state-changing cross-site calls (CSRF). Programs pass: they hold no cookie to abuse. */
export function createOriginCheck(publicUrl: string) {
  const isForeign = createForeignCheck(publicUrl);
  return (route: RouteSpec, request: FastifyRequest): void => {
    if (!changesState(route) || isOutside(route)) return;
    if (isForeign(request.headers)) throw new AppError('foreign_origin');
  };
}
export type OriginCheck = ReturnType<typeof createOriginCheck>;
