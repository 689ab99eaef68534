import type { PaymentView } from '@stablegate/contract';
import { Counter, Gauge } from 'prom-client';
import type { Notifications } from '../../platform/events/notifications';
import type { Logger } from '../../platform/log';
import type { Metrics } from '../../platform/metrics';
import { type Admission, createConnectionLimits } from './connection-limits';
import { createConnections } from './connections';
import { createInvoiceLooks, type VersionOf } from './invoice-looks';
import { createStompConnection, type Link, type StompConnection } from './stomp-connection';
import { createTopics } from './topics';

export type { Admission } from './connection-limits';
export type { Link, StompConnection } from './stomp-connection';

export type RealtimeDeps = {
  readonly invoices: {
    readVersions(transIds: readonly string[]): Promise<ReadonlyMap<string, VersionOf>>;
    getPaymentView(transId: string): Promise<PaymentView>;
  };
  readonly news: Pick<Notifications, 'publish' | 'subscribe'>;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** The sandbox's RATE_LIMIT_SCALE. */
  readonly limitScale: number;
};

const CHANNEL = 'invoice_changed';

/** Tells whoever listens to an invoice what has become of it, in every process, after the change is in the database. */
export function createRealtimeService({ invoices, news, metrics, log, limitScale }: RealtimeDeps) {
  const topics = createTopics();
  const limits = createConnectionLimits(limitScale);
  const looks = createInvoiceLooks({ topics, readVersions: invoices.readVersions, readView: invoices.getPaymentView, log });
  const connections = createConnections({ now: Date.now, look: looks.look });
  const stompDeps = { topics, now: Date.now, onSubscribed: looks.lookSoon };
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
  // The message names the invoice and its version; a process that nobody listens to has nothing to read.
  news.subscribe(CHANNEL, (payload) => {
    const [transId = '', version = ''] = payload.split(' ', 2);
    const topic = topics.find(transId);
    if (topic === undefined) return;
    topics.expect(topic, Number.parseInt(version, 10));
    looks.lookSoon(transId);
  });

  return {
    /** After the commit: these invoices, or what their pages show beside them, have changed. A lost message costs one beat. */
    notifyPages: (pages: readonly { readonly transId: string; readonly version: number }[]): void => {
      for (const { transId, version } of pages) news.publish(CHANNEL, `${transId} ${version}`);
    },
    /** May one more connection come from this address? Whoever was let in leaves again. */
    enter: (address: string): Admission | 'stopping' => {
      if (isStopping) return 'stopping';
      const admission = limits.enter(address);
      if (admission !== 'in') refusals.inc({ reason: admission });
      return admission;
    },
    leave: limits.leave,
    /** A transport that was let in; `gone` is called when it has ended. */
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
      looks.stop();
    },
  };
}
export type RealtimeService = ReturnType<typeof createRealtimeService>;
