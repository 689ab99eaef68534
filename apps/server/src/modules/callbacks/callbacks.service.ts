import type { CallbackAttempt, CallbackState, CallbackTest, DeliveriesQuery } from '@stablegate/contract';
import { Counter } from 'prom-client';
import { afterCommit, type Tx } from '../../platform/db/db';
import type { DeliveryId, InvoiceId, StoreId, UserId } from '../../platform/id-types';
import type { Principal } from '../../platform/principal';
import type { InvoiceTransition } from '../invoices/invoices.service';
import { emptyBodies } from './archive/empty-bodies';
import type { CallbackDeps, CallbackServiceDeps } from './callbacks.deps';
import { findDeliveryState, findOldestDue, findOldestWaiting, listAttempts } from './callbacks.queries';
import { readDeliveries, resendDelivery } from './delivery-log';
import { createDispatcher } from './dispatcher';
import { givenUpMail } from './given-up-mail';
import { queueCallbacks } from './queue-callbacks';
import { type Resent, resendLast } from './resend';
import { type Example, sendExample, sendTestCallback } from './send-test-callback';
import { createEndpointCalls } from './store-endpoints/endpoint-calls';

const CHANNEL = 'callbacks';
const EVERY_HOUR = '17 * * * *';

export function createCallbackService({ metrics, notifications, mailQueue, jobs, ...rest }: CallbackServiceDeps) {
  const deps: CallbackDeps = {
    ...rest,
    idleMs: notifications.idleMs,
    attemptsMade: new Counter({
      name: 'stablegate_callback_attempts_total',
      help: 'Tries to deliver a callback, by what came of them.',
      labelNames: ['outcome'],
      registers: [metrics.registry],
    }),
    sendGivenUp: mailQueue.define('callback-given-up', givenUpMail),
  };
  const emptyOldBodies = () => emptyBodies(deps.db, deps.clocks.business.now());
  jobs.register('callbacks.empty-bodies', async () => void (await emptyOldBodies()), { cron: EVERY_HOUR, retryLimit: 0 });
  const dispatcher = createDispatcher(deps);
  notifications.subscribe(CHANNEL, dispatcher.wake);
  const announce = () => {
    dispatcher.wake();
    notifications.publish(CHANNEL);
  };

  return {
    /** In the transaction that changes the invoices: callback and change commit together. */
    queueCallbacks: async (tx: Tx, transitions: readonly InvoiceTransition[]): Promise<void> => {
      if (await queueCallbacks(deps, tx, transitions)) afterCommit(tx, announce);
    },
    readAttempts: async (invoiceId: InvoiceId): Promise<CallbackAttempt[]> =>
      (await listAttempts(deps.db.query, invoiceId)).map(({ at, ...attempt }) => ({ at: at.toISOString(), ...attempt })),
    readState: async (invoiceId: InvoiceId): Promise<CallbackState> => {
      const delivery = await findDeliveryState(deps.db.query, invoiceId);
      if (delivery === undefined) return { callbackState: 'none', nextCallbackAt: null };
      if (delivery.outcome === null) return { callbackState: 'waiting', nextCallbackAt: delivery.dueAt.toISOString() };
      return { callbackState: delivery.outcome === 'dead' ? 'given_up' : delivery.outcome, nextCallbackAt: null };
    },
    sendTest: (sender: Principal, storeId: StoreId, url: string): Promise<CallbackTest> => sendTestCallback(deps, sender, storeId, { url }),
    sendExample: (sender: Principal, storeId: StoreId, example: Example): Promise<CallbackTest> =>
      sendExample(deps, sender, storeId, example),
    ...createEndpointCalls(deps),
    /** Resends the last event of each immediately, under its own webhook-id, within the limits. */
    resend: (invoiceIds: readonly InvoiceId[]): Promise<Resent> =>
      deps.db.transaction(async (tx) => {
        afterCommit(tx, announce);
        return resendLast(deps, tx, invoiceIds);
      }),
    readDeliveries: (userId: UserId, storeId: StoreId, query: DeliveriesQuery) => readDeliveries(deps, userId, storeId, query),
    /** One of the log, within the limits. */
    resendDelivery: async (userId: UserId, storeId: StoreId, id: DeliveryId): Promise<void> => {
      await deps.stores.get(userId, storeId);
      await deps.db.transaction(async (tx) => {
        afterCommit(tx, announce);
        await resendDelivery(deps, tx, storeId, id);
      });
    },
    /** Since when the oldest undelivered callback has been waiting. */
    findOldestWaiting: () => findOldestWaiting(deps.db.query),
    findOldestDue: () => findOldestDue(deps.db.query),
    /** Of callbacks too old to be sent again. */
    emptyOldBodies,
    start: dispatcher.start,
    stop: async () => {
      await dispatcher.stop();
      deps.http.close();
    },
  };
}
export type CallbackService = ReturnType<typeof createCallbackService>;
