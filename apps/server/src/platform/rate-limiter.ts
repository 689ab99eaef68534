import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from './app-error';

export type LimitRule = { readonly name: string; readonly points: number; readonly seconds: number };

export type RateLimiter = {
  /** Counts one call; throws 429 with Retry-After when the rule's points are used up. */
  consume(rule: LimitRule, key: string): Promise<void>;
};

/** Kept in this process. `scale` is the sandbox's RATE_LIMIT_SCALE; production always has 1. */
export function createRateLimiter(scale: number): RateLimiter {
  const limiters = new Map<string, RateLimiterMemory>();
  const limiterOf = (rule: LimitRule): RateLimiterMemory => {
    const known = limiters.get(rule.name);
    if (known !== undefined) return known;
    const made = new RateLimiterMemory({
      keyPrefix: rule.name,
      points: Math.max(1, Math.floor(rule.points * scale)),
      duration: rule.seconds,
    });
    limiters.set(rule.name, made);
    return made;
  };
  return {
    consume: async (rule, key) => {
      try {
        await limiterOf(rule).consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new AppError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) });
      }
    },
  };
}
