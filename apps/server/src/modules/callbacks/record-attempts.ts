import type { CallbackDeps } from './callbacks.deps';
import { type DoneAttempt, recordAttempts } from './dispatch.queries';
import { mailGivenUp } from './given-up-mail';

const BATCH_MAX = 200;

export type Recorder = { record(done: DoneAttempt): void; settled(): Promise<void> };

/** Attempts that finish during a commit are batched into the next one. `onRetries`: some of them are due again later. */
export function createRecorder(deps: CallbackDeps, onRetries: () => void): Recorder {
  const waiting: DoneAttempt[] = [];
  let writing: Promise<void> | undefined;

  async function writeBatch(batch: readonly DoneAttempt[]): Promise<void> {
    await deps.db.transaction(async (tx) => {
      const recorded = await recordAttempts(tx, batch);
      const dead = new Set(recorded.filter(({ outcome }) => outcome === 'dead').map(({ id }) => id));
      await mailGivenUp(
        deps,
        tx,
        batch.filter(({ delivery, ends }) => ends === 'dead' && dead.has(delivery.id)),
      );
    });
    if (batch.some(({ dueAt }) => dueAt !== null)) onRetries();
    for (const { outcome } of batch) deps.attemptsMade.inc({ outcome });
  }

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      try {
        await writeBatch(waiting.splice(0, BATCH_MAX));
      } catch (error) {
        deps.log.error({ err: error }, 'callback attempts were not recorded; they repeat when their leases expire');
      }
    }
  }

  const record = (done: DoneAttempt): void => {
    waiting.push(done);
    writing ??= write().finally(() => {
      writing = undefined;
    });
  };
  return { record, settled: async () => writing };
}
