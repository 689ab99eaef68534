import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../app-error';
import type { Redis } from './redis';

export type LimitRule = { readonly name: string; readonly points: number; readonly seconds: number };

export type RateLimiter = {
  /** Counts one call; throws 429 with Retry-After beyond the limit. */
  consume(rule: LimitRule, key: string): Promise<void>;
  /** Counts one call and returns whether it is within the limit, for callers that stay silent beyond it. */
  allows(rule: LimitRule, key: string): Promise<boolean>;
};

/**
 * In this process, or in Redis for all of them; while Redis does not answer each process counts by itself. `scale` is the sandbox's
 * RATE_LIMIT_SCALE; production always has 1.
 */
export function createRateLimiter(scale: number, redis?: Redis): RateLimiter {
  const limiters = new Map<string, RateLimiterMemory | RateLimiterRedis>();
  const limiterOf = (rule: LimitRule): RateLimiterMemory | RateLimiterRedis => {
    const known = limiters.get(rule.name);
    if (known !== undefined) return known;
    const options = { keyPrefix: rule.name, points: Math.max(1, Math.floor(rule.points * scale)), duration: rule.seconds };
    const here = new RateLimiterMemory(options);
    const made =
      redis === undefined
        ? here
        : new RateLimiterRedis({ ...options, storeClient: redis.client, useRedisPackage: true, insuranceLimiter: here });
    limiters.set(rule.name, made);
    return made;
  };
  const refusalOf = async (rule: LimitRule, key: string): Promise<RateLimiterRes | undefined> => {
    try {
      await limiterOf(rule).consume(key);
      return undefined;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    }
  };
  return {
    consume: async (rule, key) => {
      const refusal = await refusalOf(rule, key);
      if (refusal === undefined) return;
      throw new AppError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) });
    },
    allows: async (rule, key) => (await refusalOf(rule, key)) === undefined,
  };
}
