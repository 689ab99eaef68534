import type { PaymentView } from '@stablegate/contract';
import type { Logger } from '../../platform/log';
import { isBehind, type Topic, type Topics } from './topics';

export type VersionOf = { readonly version: number; readonly isProcessing: boolean };
type Deps = {
  readonly topics: Topics;
  readonly readVersions: (transIds: readonly string[]) => Promise<ReadonlyMap<string, VersionOf>>;
  readonly readView: (transId: string) => Promise<PaymentView>;
  readonly log: Logger;
};

/** Notifications and new subscribers come in bursts: requests within this time are batched. */
const COLLECT_MS = 10;
const IDS_PER_QUERY_MAX = 5_000;
const VIEWS_CONCURRENT_MAX = 4; // of the pool's connections

/** Reads the state of subscribed invoices, and sends it to subscribers with an older version. */
export function createInvoiceChecks({ topics, readVersions, readView, log }: Deps) {
  const wanted = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  async function send(topic: Topic, { version, isProcessing }: VersionOf, toAll: boolean): Promise<void> {
    const isWanted = toAll || isProcessing || [...topic.subscriptions].some((each) => isBehind(each, version));
    if (!isWanted) return;
    const view = await readView(topic.transId);
    const hasGrown = topic.confirmations !== view.confirmations;
    topic.confirmations = view.confirmations;
    const targets = [...topic.subscriptions].filter((each) => toAll || hasGrown || isBehind(each, view.version));
    topics.publish(view, targets);
  }

  async function checkBatch(transIds: readonly string[], toAll: boolean): Promise<void> {
    const versions = await readVersions(transIds);
    const due: [Topic, VersionOf][] = [];
    for (const transId of transIds) {
      const topic = topics.find(transId);
      const found = versions.get(transId);
      if (topic === undefined) continue;
      if (found !== undefined) due.push([topic, found]);
      else for (const { subscriber } of topic.subscriptions) subscriber.refuse('No such invoice');
    }
    while (due.length > 0) await Promise.all(due.splice(0, VIEWS_CONCURRENT_MAX).map(([topic, found]) => send(topic, found, toAll)));
  }

  /** `toAll`: also to those who have this version. */
  async function check(transIds: readonly string[], toAll = false): Promise<boolean> {
    try {
      for (let from = 0; from < transIds.length; from += IDS_PER_QUERY_MAX)
        await checkBatch(transIds.slice(from, from + IDS_PER_QUERY_MAX), toAll);
      return true;
    } catch (error) {
      log.warn({ err: error }, 'live updates could not be read; pages poll instead');
      return false;
    }
  }

  function flush(): void {
    timer = undefined;
    const transIds = [...wanted];
    wanted.clear();
    void check(transIds);
  }

  return {
    check,
    checkSoon: (transId: string): void => {
      wanted.add(transId);
      timer ??= setTimeout(flush, COLLECT_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
