import type { FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error';
import type { Principal } from '../platform/principal';

/** Given by the accounts module through the composition root: the edge knows no module. */
export type Authenticate = (request: FastifyRequest) => Promise<Principal | undefined>;

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined;
  }
}

export function signedIn(request: FastifyRequest): Principal {
  if (request.principal === undefined) throw new AppError('not_signed_in');
  return request.principal;
}
