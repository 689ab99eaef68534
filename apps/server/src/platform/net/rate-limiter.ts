import { LIMITS, type Limit, type LimitName } from '@stablegate/contract';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../app-error';
import type { Redis } from './redis';

/** What a call left of its limit. */
export type LimitState = {
  readonly name: LimitName;
  readonly points: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly isExceeded: boolean;
};

export type RateLimiter = {
  /** Counts one call; undefined where the operator set no limit. */
  count(name: LimitName, key: string): Promise<LimitState | undefined>;
  /** Counts one call; throws 429 with Retry-After beyond the limit. */
  consume(name: LimitName, key: string): Promise<void>;
  /** Counts one call and returns whether it is within the limit, for callers that stay silent beyond it. */
  allows(name: LimitName, key: string): Promise<boolean>;
};

export function refuseExceeded(state: LimitState | undefined): void {
  if (state?.isExceeded === true) throw new AppError('rate_limited', { retryAfterSeconds: state.resetSeconds });
}

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
  const count = async (name: LimitName, key: string): Promise<LimitState | undefined> => {
    if (set[name] === 0) return undefined;
    const limiter = limiterOf(name);
    const stateOf = (result: RateLimiterRes, isExceeded: boolean): LimitState => ({
      name,
      points: limiter.points,
      windowSeconds: limiter.duration,
      remaining: result.remainingPoints,
      resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
      isExceeded,
    });
    try {
      return stateOf(await limiter.consume(key), false);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return stateOf(refusal, true);
      throw refusal;
    }
  };
  return {
    count,
    consume: async (name, key) => refuseExceeded(await count(name, key)),
    allows: async (name, key) => (await count(name, key))?.isExceeded !== true,
  };
}
