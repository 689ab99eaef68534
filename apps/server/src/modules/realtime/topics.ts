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
  /** The newest version this subscriber knows; undefined until we have looked what there was when it came. */
  version: number | undefined;
  /** It said so itself, or we told it: until then the version is our guess. */
  isSure: boolean;
};
export type Topic = {
  readonly transId: string;
  readonly subscriptions: Set<Subscription>;
  /** As last sent: they grow with every block, while the invoice itself stays as it is. */
  confirmations: number | undefined;
};

export const destinationOf = (transId: string): string => `/topic/invoice/${transId}`;

/** Who listens to which invoice. A publication costs what its own subscribers cost, whoever else is connected. */
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
    /** News of a change came: whoever subscribed while it happened must hear of it, even if our first look already saw the change. */
    expect: (topic: Topic, version: number): void => {
      for (const subscription of topic.subscriptions) {
        if (!subscription.isSure) subscription.version = Math.min(subscription.version ?? version, version - 1);
      }
    },
    /** To those of its subscribers that are given; clients number their subscriptions alike, so one message serves most of them. */
    publish: (view: PaymentView, targets: Iterable<Subscription>): number => {
      const body = JSON.stringify(view);
      const messages = new Map<string, Outgoing>();
      let count = 0;
      sent += 1;
      for (const subscription of targets) {
        const message = messages.get(subscription.id) ?? messageOf(view, body, subscription.id);
        messages.set(subscription.id, message);
        subscription.version = view.version;
        subscription.isSure = true;
        subscription.subscriber.send(message);
        count += 1;
      }
      return count;
    },
  };
}
export type Topics = ReturnType<typeof createTopics>;
