import { LIMITS, type Limit, type LimitName, limitsOf, type RouteSpec } from '@stablegate/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error';
import { addressBlock } from '../platform/net/address-block';
import { type LimitState, type RateLimiter, refuseExceeded } from '../platform/net/rate-limiter';

const keyOf = ({ per }: Limit, { store, principal, ip }: FastifyRequest): string =>
  (per === 'caller' ? (store?.storeId ?? principal?.userId) : undefined) ?? addressBlock(ip);

/**
 * draft-ietf-httpapi-ratelimit-headers: q calls per w seconds; r of them are left, for t seconds. Structured fields (RFC 9651), a limit per
 * member: `"create-invoice";q=600;w=60` and `"create-invoice";r=599;t=60`.
 */
function sayState(reply: FastifyReply, states: readonly LimitState[]): void {
  const list = (write: (state: LimitState) => string): string => states.map(write).join(', ');
  reply.header(
    'ratelimit-policy',
    list(({ name, points, windowSeconds }) => `"${name}";q=${points};w=${windowSeconds}`),
  );
  reply.header(
    'ratelimit',
    list(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`),
  );
}

/** Applies the contract's limits; those counted by use cases are left to them. */
export function createLimitCheck(limiter: RateLimiter) {
  return {
    allows: (name: LimitName) => (request: FastifyRequest) => limiter.allows(name, keyOf(LIMITS[name], request)),
    countCall: (route: RouteSpec) => {
      const names = limitsOf(route).filter((name) => !('inside' in LIMITS[name]));
      return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
        const states: LimitState[] = [];
        for (const name of names) {
          const state = await limiter.count(name, keyOf(LIMITS[name], request));
          if (state !== undefined) states.push(state);
          if (state?.isExceeded === true) break;
        }
        if (states.length > 0) sayState(reply, states);
        refuseExceeded(states.at(-1));
      };
    },
    /** After the check, so that nobody's wrong keys keep the right one out. */
    async withKeyCheck<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
      try {
        return await work();
      } catch (error) {
        if (error instanceof AppError && error.code === 'invalid_api_key')
          await limiter.consume('wrong-keys', keyOf(LIMITS['wrong-keys'], request));
        throw error;
      }
    },
  };
}
export type LimitCheck = ReturnType<typeof createLimitCheck>;
