import { LIMITS, type Limit, type LimitName, limitsOf, type RouteSpec } from '@stablegate/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error';
import { addressBlock } from '../platform/net/address-block';
import type { RateLimiter } from '../platform/net/rate-limiter';

const keyOf = ({ per }: Limit, { store, principal, ip }: FastifyRequest): string =>
  (per === 'caller' ? (store?.storeId ?? principal?.userId) : undefined) ?? addressBlock(ip);

/** Applies the contract's limits; those counted by use cases are left to them. */
export function createLimitCheck(limiter: RateLimiter) {
  const count = async (names: readonly LimitName[], request: FastifyRequest): Promise<void> => {
    for (const name of names) await limiter.consume(name, keyOf(LIMITS[name], request));
  };
  return {
    allows: (name: LimitName) => (request: FastifyRequest) => limiter.allows(name, keyOf(LIMITS[name], request)),
    countCall: (route: RouteSpec) => {
      const names = limitsOf(route).filter((name) => !('inside' in LIMITS[name]));
      return (request: FastifyRequest): Promise<void> => count(names, request);
    },
    /** After the check, so that nobody's wrong keys keep the right one out. */
    async withKeyCheck<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
      try {
        return await work();
      } catch (error) {
        if (error instanceof AppError && error.code === 'invalid_api_key') await count(['wrong-keys'], request);
        throw error;
      }
    },
  };
}
export type LimitCheck = ReturnType<typeof createLimitCheck>;
