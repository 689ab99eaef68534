import { LIMITS, type Limit, type LimitName } from '@stablegate/contract';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../app-error';
import type { Redis } from './redis';

export type RateLimiter = {
  /** Counts one call; throws 429 with Retry-After beyond the limit. */
  consume(name: LimitName, key: string): Promise<void>;
  /** Counts one call and returns whether it is within the limit, for callers that stay silent beyond it. */
  allows(name: LimitName, key: string): Promise<boolean>;
};

export type LimiterOptions = {
  /** The sandbox's RATE_LIMIT_SCALE; production always has 1. */
  readonly scale: number;
  /** Set by the operator: points by name, not scaled; 0 is no limit. */
  readonly set?: Readonly<Partial<Record<LimitName, number>>>;
  readonly redis?: Redis | undefined;
};

/** In this process, or in Redis for all of them; while Redis does not answer each process counts by itself. */
export function createRateLimiter({ scale, set = {}, redis }: LimiterOptions): RateLimiter {
  const limiters = new Map<LimitName, RateLimiterMemory | RateLimiterRedis>();
  const limiterOf = (name: LimitName): RateLimiterMemory | RateLimiterRedis => {
    const known = limiters.get(name);
    if (known !== undefined) return known;
    const limit: Limit = LIMITS[name];
    const options = { keyPrefix: name, points: set[name] ?? Math.max(1, Math.floor(limit.points * scale)), duration: limit.seconds };
    const here = new RateLimiterMemory(options);
    const made =
      redis === undefined || limit.load === true
        ? here
        : new RateLimiterRedis({ ...options, storeClient: redis.client, useRedisPackage: true, insuranceLimiter: here });
    limiters.set(name, made);
    return made;
  };
  const refusalOf = async (name: LimitName, key: string): Promise<RateLimiterRes | undefined> => {
    if (set[name] === 0) return undefined;
    try {
      await limiterOf(name).consume(key);
      return undefined;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    }
  };
  return {
    consume: async (name, key) => {
      const refusal = await refusalOf(name, key);
      if (refusal === undefined) return;
      throw new AppError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) });
    },
    allows: async (name, key) => (await refusalOf(name, key)) === undefined,
  };
}
