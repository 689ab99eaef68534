import type { Db } from '../../../platform/db/db';
import type { Logger } from '../../../platform/log';
import { addUsage, type UsageRow } from '../status/rpc-usage.queries';
import { createUsageMeter, type UsageMeter, utcDay } from './usage-meter';

const FLUSH_MS = 5_000;
/** How often a process that makes no requests reads what the others spent. */
const LEARN_MS = 60_000;

export type UsageBook = {
  /** The node's meter, shared by name. */
  meterOf(network: string, node: string, budget: number | undefined): UsageMeter;
  start(): void;
  stop(): Promise<void>;
  flush(): Promise<void>;
};

type Entry = { readonly network: string; readonly node: string; readonly meter: UsageMeter };

/** Requests to all nodes, summed in the database, so that a restart or a second process does not begin at zero. */
export function createUsageBook({ db, log }: { db: Db; log: Logger }): UsageBook {
  const entries = new Map<string, Entry>();
  let timer: NodeJS.Timeout | undefined;
  let learnedAt = 0;
  let flushing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const now = Date.now();
    const isLearning = now - learnedAt > LEARN_MS;
    const rows = [...entries.values()].flatMap(({ network, node, meter }): UsageRow[] => {
      const pending = meter.takePending();
      const nothing = isLearning && meter.budget !== undefined ? [{ day: utcDay(now), requests: 0, lookUps: 0 }] : [];
      return (pending.length > 0 ? pending : nothing).map((each) => ({ network, node, budget: meter.budget, ...each }));
    });
    if (rows.length === 0) return;
    const meterOf = ({ network, node }: { network: string; node: string }) => entries.get(`${network} ${node}`)?.meter;
    try {
      for (const total of await addUsage(db.query, rows)) meterOf(total)?.learn(total);
      if (isLearning) learnedAt = now;
    } catch (error) {
      for (const row of rows) meterOf(row)?.giveBack(row);
      log.warn({ err: error }, 'request counts could not be saved; retrying');
    }
  }
  const flush = (): Promise<void> => {
    flushing = flushing.then(write);
    return flushing;
  };

  return {
    meterOf: (network, node, budget) => {
      const key = `${network} ${node}`;
      const entry = entries.get(key) ?? { network, node, meter: createUsageMeter(budget) };
      entries.set(key, entry);
      return entry.meter;
    },
    start: () => {
      if (timer !== undefined) return;
      void flush();
      timer = setInterval(() => void flush(), FLUSH_MS);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      timer = undefined;
      await flush();
    },
    flush,
  };
}
