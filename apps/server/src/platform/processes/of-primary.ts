import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';
import { createQuestions, type Questions } from './questions';

/** What a process asks the primary that started it, and the other way round. */
export const QUESTIONS = { count: 'count', allMetrics: 'all-metrics', metrics: 'metrics' } as const;

/** Some metrics are read from the database when they are asked for. */
export const METRICS_MS_MAX = 3_000;
const ALL_METRICS_MS_MAX = 2 * METRICS_MS_MAX;

export type CountedLimit = { readonly name: string; readonly points: number; readonly seconds: number; readonly key: string };
export type Counted = { readonly remaining: number; readonly msBeforeNext: number; readonly isExceeded: boolean };
export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[];

/** The primary, as seen by a process of API_PROCESSES. */
export type Primary = {
  /** This process: 1 to API_PROCESSES, or the roles beside the api. The name stays when it is started again. */
  readonly name: string;
  /** One count over all processes of this start. */
  count(limit: CountedLimit): Promise<Counted>;
  /** Of all processes, each series with the label `process`. */
  readMetrics(): Promise<string>;
  shareMetrics(registry: Registry): void;
};

export function connectPrimary(name: string): Primary {
  const questions: Questions = createQuestions({
    send: (message) => void process.send?.(message, undefined, undefined, () => undefined), // the primary is gone: so are we, in a moment
    onMessage: (listener) => void process.on('message', listener),
  });
  return {
    name,
    count: (limit) => questions.ask<Counted>(QUESTIONS.count, limit),
    readMetrics: () => questions.ask<string>(QUESTIONS.allMetrics, undefined, ALL_METRICS_MS_MAX),
    shareMetrics: (registry) => {
      registry.setDefaultLabels({ process: name });
      questions.answer(QUESTIONS.metrics, () => registry.getMetricsAsJSON());
    },
  };
}
