import { Counter } from 'prom-client';
import type { Clocks } from '../../../platform/clock';
import type { Db } from '../../../platform/db/db';
import { newId } from '../../../platform/ids';
import type { Logger } from '../../../platform/log';
import type { Metrics } from '../../../platform/metrics';
import type { AnsweredCall } from '../../../platform/principal';
import { type CallRow, insertCalls } from './api-calls.queries';

const WRITTEN_EVERY_MS = 1_000;
/** Rows of a statement. */
const BATCH = 1_000;
/** While the database is away; about 5 MB. */
const WAITING_MAX = 10_000;

type CallLogDeps = { readonly db: Db; readonly clocks: Clocks; readonly log: Logger; readonly metrics: Metrics };

type CallLog = {
  note(call: AnsweredCall): void;
  /** Writes what waits. */
  stop(): Promise<void>;
};

/**
 * No call waits for its entry: those of a second are written in one statement. What waits when a process is killed is lost, and what does not
 * fit while the database is away is dropped, the oldest first: the log helps a merchant, nothing depends on it.
 */
export function createCallLog({ db, clocks, log, metrics }: CallLogDeps): CallLog {
  const dropped = new Counter({
    name: 'stablegate_api_calls_not_logged_total',
    help: 'Calls with API keys that are missing in the logs of their stores: the database was away for too long.',
    registers: [metrics.registry],
  });
  let waiting: CallRow[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  function bound(): void {
    const excess = waiting.length - WAITING_MAX;
    if (excess <= 0) return;
    waiting.splice(0, excess);
    dropped.inc(excess);
  }

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH);
      try {
        await insertCalls(db.query, batch);
      } catch (error) {
        log.warn({ err: error, calls: batch.length + waiting.length }, 'calls were not logged yet');
        waiting = [...batch, ...waiting];
        return bound();
      }
    }
  }

  function plan(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      writing = write().finally(() => {
        writing = undefined;
        if (waiting.length > 0) plan();
      });
    }, WRITTEN_EVERY_MS).unref();
  }

  return {
    note: (call) => {
      waiting.push({ ...call, id: newId('apiCall', clocks.real.now()) });
      bound();
      if (writing === undefined) plan();
    },
    stop: async () => {
      clearTimeout(timer);
      await writing;
      clearTimeout(timer);
      await write();
      dropped.inc(waiting.length);
    },
  };
}
