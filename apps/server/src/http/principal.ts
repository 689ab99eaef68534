import type { FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error';
import type { CallingKey, Principal, StoreCall, StorePrincipal } from '../platform/principal';
import type { Caller } from '../platform/request-author';

/** Injected from the accounts module by the composition root: the edge knows no module. */
export type Authenticate = (request: FastifyRequest) => Promise<Principal | undefined>;
/** Injected from the stores module: the store of this X-API-KEY; throws when there is none, it is not active or may not make the call. */
export type AuthenticateStore = (apiKey: string | string[] | undefined, call: StoreCall) => Promise<StorePrincipal>;

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined;
    store: StorePrincipal | undefined;
    /** Set where a key or a signature was a store's, whatever came of the call. */
    callingKey: CallingKey | undefined;
  }
}

export function signedIn(request: FastifyRequest): Principal {
  if (request.principal === undefined) throw new AppError('not_signed_in');
  return request.principal;
}

/** The store behind an API key. */
export function callingStore(request: FastifyRequest): StorePrincipal {
  if (request.store === undefined) throw new AppError('invalid_api_key');
  return request.store;
}

/** As the audit log names who makes a call. */
export function callerOf({ principal, store, ip }: FastifyRequest): Caller {
  if (principal !== undefined) {
    const { actorId, device, account } = principal;
    return { actor: actorId, ip: principal.ip, device, memberFloor: account.memberFloor };
  }
  return { ip, memberFloor: 0, ...(store?.keyName !== undefined && { actor: `API key: ${store.keyName}` }) };
}
