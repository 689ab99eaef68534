import { Counter, Gauge, Histogram } from 'prom-client';
import type { Metrics } from '../../../platform/metrics';
import type { Spending } from './rpc-usage.queries';

export type ChainMetrics = ReturnType<typeof createChainMetrics>;
export type NetworkFigures = {
  network: string;
  height: number | null;
  lagSeconds: number | null;
  errorAgeSeconds: number | null;
  paceSeconds: number | null;
  pollSeconds: number | null;
};

/** Seconds; a lease lasts 15. */
const POLL_BUCKETS = [0.05, 0.25, 1, 2.5, 5, 10, 15, 30, 60, 300];

export type MetricSources = {
  readonly readFigures: () => Promise<NetworkFigures[]>;
  readonly readSpending: () => Promise<Spending[]>;
  readonly readUnread: () => Promise<readonly { readonly network: string; readonly count: number }[]>;
};

/** Today's requests per node and the remaining budgets, over all processes. */
function spendingGauges({ registry }: Metrics, readSpending: MetricSources['readSpending']): void {
  const gauge = (name: string, help: string, pick: (spending: Spending) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['network', 'node'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const spending of await readSpending().catch(() => [])) {
          const value = pick(spending);
          if (value !== null) this.set({ network: spending.network, node: spending.node }, value);
        }
      },
    });
  gauge('stablegate_rpc_requests_today', 'Requests to a node since midnight UTC.', ({ requests }) => requests);
  gauge('stablegate_rpc_budget_left', 'Requests that are left of its budget today.', ({ requests, budget }) =>
    budget === null ? null : Math.max(0, budget - requests),
  );
}

/** Height, lag and last error are read from the database at each scrape, so every process reports the same. */
export function createChainMetrics(metrics: Metrics, { readFigures, readSpending, readUnread }: MetricSources) {
  const { registry } = metrics;
  spendingGauges(metrics, readSpending);
  const gauge = (name: string, help: string, pick: (figures: NetworkFigures) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['network'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const figures of await readFigures().catch(() => [])) {
          const value = pick(figures);
          if (value !== null) this.set({ network: figures.network }, value);
        }
      },
    });
  gauge('stablegate_chain_height', 'Newest block that was read.', ({ height }) => height);
  gauge('stablegate_chain_lag_seconds', 'Age of the newest block that was read.', ({ lagSeconds }) => lagSeconds);
  gauge('stablegate_chain_last_error_age_seconds', 'Time since reading last failed.', ({ errorAgeSeconds }) => errorAgeSeconds);
  new Gauge({
    name: 'stablegate_chain_unread_signatures',
    help: 'Transactions at watched accounts that no node could give so far; tried again until one can.',
    labelNames: ['network'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { network, count } of await readUnread().catch(() => [])) this.set({ network }, count);
    },
  });
  gauge('stablegate_chain_pace_seconds', 'Present poll interval.', ({ paceSeconds }) => paceSeconds);
  gauge('stablegate_chain_look_under_way_seconds', 'Duration of the current poll, if it takes seconds.', ({ pollSeconds }) => pollSeconds);
  return {
    pollDuration: new Histogram({
      name: 'stablegate_chain_look_seconds',
      help: 'Duration of one poll: reading, recording and confirming.',
      labelNames: ['network'],
      buckets: POLL_BUCKETS,
      registers: [registry],
    }),
    steps: new Counter({
      name: 'stablegate_chain_steps_total',
      help: 'Steps of reading that were answered by the nodes.',
      labelNames: ['network'],
      registers: [registry],
    }),
    zeroValue: new Counter({
      name: 'stablegate_chain_zero_value_total',
      help: 'Transfers of nothing to watched addresses.',
      labelNames: ['network'],
      registers: [registry],
    }),
    transfers: new Counter({
      name: 'stablegate_chain_transfers_total',
      help: 'Transfers seen, reorged and final.',
      labelNames: ['network', 'kind'],
      registers: [registry],
    }),
    errors: new Counter({
      name: 'stablegate_chain_errors_total',
      help: 'Failed polls of a chain, by fault.',
      labelNames: ['network', 'fault'],
      registers: [registry],
    }),
  };
}
