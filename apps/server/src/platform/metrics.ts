import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** Seconds; fine around the targets of the hot paths, coarse beyond. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** The library's own 10 ms wake an idle process a hundred times a second: 0.37% of a core, against 0.05%. */
const LAG_SAMPLE_MS = 100;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_SAMPLE_MS });
  return {
    registry,
    httpRequests: new Counter({
      name: 'stablegate_http_requests_total',
      help: 'Requests answered, by route and status.',
      labelNames: ['method', 'route', 'status'],
      registers: [registry],
    }),
    httpDuration: new Histogram({
      name: 'stablegate_http_request_duration_seconds',
      help: 'Time to answer, by route.',
      labelNames: ['method', 'route'],
      buckets: BUCKETS,
      registers: [registry],
    }),
    paymentPageSsrFailures: new Counter({
      name: 'stablegate_payment_page_ssr_failures_total',
      help: 'Payment pages that the server could not render; they asked for their data in the browser.',
      registers: [registry],
    }),
    dbPoolWaiting: new Gauge({
      name: 'stablegate_db_pool_waiting',
      help: 'Calls waiting for a database connection.',
      registers: [registry],
    }),
  };
}
