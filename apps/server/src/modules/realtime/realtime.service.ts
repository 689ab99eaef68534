import type { PaymentView } from '@stablegate/contract';
import { Counter, Gauge } from 'prom-client';
import type { Clocks } from '../../platform/clock';
import type { Notifications } from '../../platform/events/notifications';
import type { Logger } from '../../platform/log';
import type { Metrics } from '../../platform/metrics';
import { type Admission, createConnectionLimits } from './connection-limits';
import { createConnections } from './connections';
import { createInvoiceChecks, type VersionOf } from './invoice-checks';
import { createStompConnection, type Link, type StompConnection } from './stomp-connection';
import { createTopics } from './topics';

export type { Admission } from './connection-limits';
export type { Link, StompConnection } from './stomp-connection';

export type RealtimeDeps = {
  readonly invoices: {
    readVersions(transIds: readonly string[]): Promise<ReadonlyMap<string, VersionOf>>;
    getPaymentView(transId: string): Promise<PaymentView>;
  };
  readonly notifications: Pick<Notifications, 'publish' | 'subscribe'>;
  readonly clocks: Pick<Clocks, 'business'>;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** The sandbox's RATE_LIMIT_SCALE. */
  readonly limitScale: number;
};

const CHANNEL = 'invoice_changed';

/** Sends the new state of an invoice to its subscribers, in every process, after the commit. */
export function createRealtimeService({ invoices, notifications, clocks, metrics, log, limitScale }: RealtimeDeps) {
  const topics = createTopics();
  const limits = createConnectionLimits(limitScale);
  const checks = createInvoiceChecks({ topics, readVersions: invoices.readVersions, readView: invoices.getPaymentView, log });
  const connections = createConnections({ now: Date.now, check: checks.check });
  const stompDeps = { topics, now: Date.now, onSubscribed: checks.checkSoon };
  let isStopping = false;
  new Gauge({
    name: 'stablegate_live_connections',
    help: 'Open connections of payment pages.',
    registers: [metrics.registry],
    collect() {
      this.set(connections.size());
    },
  });
  const refusals = new Counter({
    name: 'stablegate_live_connections_refused_total',
    help: 'Connections refused because too many were open.',
    labelNames: ['reason'],
    registers: [metrics.registry],
  });
  // A process without subscribers reads nothing.
  notifications.subscribe(CHANNEL, (transId) => {
    if (topics.find(transId) !== undefined) checks.checkSoon(transId);
  });

  // Pages count down by the time that comes with a state; a sandbox moves it without a change of the state.
  clocks.business.onMoved?.(() => void checks.check(topics.ids(), true));

  return {
    /** After the commit: these invoices, or what their pages show beside them, have changed. A lost message costs one heart-beat. */
    notifyPages: (pages: readonly { readonly transId: string }[]): void => {
      for (const { transId } of pages) notifications.publish(CHANNEL, transId);
    },
    /** Admits or refuses one more connection from this address; an admitted one must be released. */
    enter: (address: string): Admission | 'stopping' => {
      if (isStopping) return 'stopping';
      const admission = limits.enter(address);
      if (admission !== 'in') refusals.inc({ reason: admission });
      return admission;
    },
    leave: limits.leave,
    /** An admitted transport; `gone` is called when it has ended. */
    open: (link: Link): { readonly connection: StompConnection; readonly gone: () => void } => {
      const connection = createStompConnection(stompDeps, link);
      const remove = connections.add(connection);
      const gone = () => {
        remove();
        connection.gone();
      };
      return { connection, gone };
    },
    start: connections.start,
    stop: async (): Promise<void> => {
      isStopping = true;
      await connections.stop();
      checks.stop();
    },
  };
}
export type RealtimeService = ReturnType<typeof createRealtimeService>;
