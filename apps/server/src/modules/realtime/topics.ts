import type { PaymentView } from '@stablegate/contract';
import { type Outgoing, toOutgoing } from './outgoing';
import { writeFrame } from './stomp-frames';

export type Subscriber = {
  send(outgoing: Outgoing): void;
  /** Ends the connection with an ERROR frame. */
  refuse(reason: string): void;
};
export type Subscription = {
  readonly id: string;
  readonly subscriber: Subscriber;
  /** The newest version this subscriber has: as it said, or as last sent. Undefined: none yet, so it gets the present state. */
  version: number | undefined;
};
export type Topic = {
  readonly transId: string;
  readonly subscriptions: Set<Subscription>;
  /** As last sent: they grow with every block, while the invoice itself is unchanged. */
  confirmations: number | undefined;
};

/** Whether it lacks this version. */
export const isBehind = (subscription: Subscription, version: number): boolean =>
  subscription.version === undefined || subscription.version < version;

export const destinationOf = (transId: string): string => `/topic/invoice/${transId}`;

/** Subscriptions per invoice. A publication costs only its own subscribers, however many are connected. */
export function createTopics() {
  const topics = new Map<string, Topic>();
  let sent = 0;

  const messageOf = (view: PaymentView, body: string, subscription: string): Outgoing =>
    toOutgoing(
      writeFrame(
        'MESSAGE',
        {
          subscription,
          'message-id': `${view.version}-${sent}`,
          destination: destinationOf(view.trans_id),
          'content-type': 'application/json',
        },
        body,
      ),
    );

  return {
    find: (transId: string): Topic | undefined => topics.get(transId),
    ids: (): string[] => [...topics.keys()],
    subscribe: (transId: string, subscription: Subscription): void => {
      const topic = topics.get(transId) ?? { transId, subscriptions: new Set(), confirmations: undefined };
      topic.subscriptions.add(subscription);
      topics.set(transId, topic);
    },
    unsubscribe: (transId: string, subscription: Subscription): void => {
      const topic = topics.get(transId);
      topic?.subscriptions.delete(subscription);
      if (topic?.subscriptions.size === 0) topics.delete(transId);
    },
    /** To the given subscribers; clients mostly use the same subscription ids, so one message serves most of them. */
    publish: (view: PaymentView, targets: Iterable<Subscription>): number => {
      const body = JSON.stringify(view);
      const messages = new Map<string, Outgoing>();
      let count = 0;
      sent += 1;
      for (const subscription of targets) {
        const message = messages.get(subscription.id) ?? messageOf(view, body, subscription.id);
        messages.set(subscription.id, message);
        subscription.version = view.version;
        subscription.subscriber.send(message);
        count += 1;
      }
      return count;
    },
  };
}
export type Topics = ReturnType<typeof createTopics>;
