import { LIMITS, type Limit, type LimitName } from '@stablegate/contract';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../app-error';
import type { Primary } from '../processes/of-primary';
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
  /** Of the processes of API_PROCESSES: it counts for all of them. */
  readonly primary?: Pick<Primary, 'count'> | undefined;
};

type Limiter = Pick<RateLimiterMemory, 'points' | 'duration' | 'consume'>;

/** The library throws what a refused call left, and everything else that is thrown. */
export async function countOne(limiter: Limiter, key: string): Promise<{ result: RateLimiterRes; isExceeded: boolean }> {
  try {
    return { result: await limiter.consume(key), isExceeded: false };
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return { result: refusal, isExceeded: true };
    throw refusal;
  }
}

/** While the primary does not answer, each process counts by itself: calls must not fail for that. */
function countingInPrimary(here: RateLimiterMemory, name: LimitName, primary: Pick<Primary, 'count'>): Limiter {
  const { points, duration } = here;
  return {
    points,
    duration,
    consume: async (key) => {
      const counted = await primary.count({ name, points, seconds: duration, key: String(key) }).catch(() => undefined);
      if (counted === undefined) return here.consume(key);
      const result = new RateLimiterRes(counted.remaining, counted.msBeforeNext);
      if (counted.isExceeded) throw result;
      return result;
    },
  };
}

/**
 * In Redis for all processes of the installation, else in the primary for those of one start, else in this process. Limits on load need no
 * Redis: they protect a machine. While Redis or the primary does not answer, each process counts by itself.
 */
export function createRateLimiter({ scale, set = {}, redis, primary }: LimiterOptions): RateLimiter {
  const limiters = new Map<LimitName, Limiter>();
  const limiterOf = (name: LimitName): Limiter => {
    const known = limiters.get(name);
    if (known !== undefined) return known;
    const limit: Limit = LIMITS[name];
    const options = { keyPrefix: name, points: set[name] ?? Math.max(1, Math.floor(limit.points * scale)), duration: limit.seconds };
    const here = new RateLimiterMemory(options);
    const inMachine = primary === undefined ? here : countingInPrimary(here, name, primary);
    const made =
      redis === undefined || limit.load === true
        ? inMachine
        : new RateLimiterRedis({ ...options, storeClient: redis.client, useRedisPackage: true, insuranceLimiter: here });
    limiters.set(name, made);
    return made;
  };
  const count = async (name: LimitName, key: string): Promise<LimitState | undefined> => {
    if (set[name] === 0) return undefined;
    const limiter = limiterOf(name);
    const { result, isExceeded } = await countOne(limiter, key);
    return {
      name,
      points: limiter.points,
      windowSeconds: limiter.duration,
      remaining: result.remainingPoints,
      resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
      isExceeded,
    };
  };
  return {
    count,
    consume: async (name, key) => refuseExceeded(await count(name, key)),
    allows: async (name, key) => (await count(name, key))?.isExceeded !== true,
  };
}
