import { AggregatorRegistry } from 'prom-client';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { countOne } from '../net/rate-limiter';
import { type Counted, type CountedLimit, METRICS_MS_MAX, type ProcessMetrics, QUESTIONS } from './of-primary';
import type { Questions } from './questions';

/** The counters of the primary: they hold over its processes, and outlive each of them. */
export function createSharedCounts(): (limit: CountedLimit) => Promise<Counted> {
  const limiters = new Map<string, RateLimiterMemory>();
  return async ({ name, points, seconds, key }) => {
    const limiter = limiters.get(name) ?? new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
    limiters.set(name, limiter);
    const { result, isExceeded } = await countOne(limiter, key);
    return { remaining: result.remainingPoints, msBeforeNext: result.msBeforeNext, isExceeded };
  };
}

/**
 * One text of all processes. The label `process` keeps their series apart, so nothing is added up: `first` also keeps what the library would
 * leave out. A process that does not answer is missing, as it would be for Prometheus.
 */
export async function joinMetrics(processes: readonly Questions[]): Promise<string> {
  const asked = await Promise.allSettled(processes.map((each) => each.ask<ProcessMetrics>(QUESTIONS.metrics, undefined, METRICS_MS_MAX)));
  const found = asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const apart = found.map((metrics) => metrics.map((metric) => ({ ...metric, aggregator: 'first' as const })));
  return AggregatorRegistry.aggregate(apart).metrics();
}
