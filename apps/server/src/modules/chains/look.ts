import type { NetworkSettings } from '../../config-networks';
import type { ChainAdapter, ReadCursor } from './adapters/chain-adapter';
import type { ChainMetrics } from './chains.metrics';
import { fence, type Lease, listCheckpoints, readCursors, requestRescan, saveError } from './cursors.queries';
import { type RecordDeps, recordFinal, recordGone, recordRange } from './record';
import { listDueForFinality } from './transfers.queries';

export type LookDeps = RecordDeps & {
  readonly settings: NetworkSettings;
  readonly adapter: ChainAdapter;
  readonly metrics: ChainMetrics;
};

const RENEW_MS = 5_000;
const FINAL_BATCH = 100;

/** One look at the chain: read what is new, record it, make final what has become so. Answers how long to rest. */
export function createLook({ settings, adapter, metrics, ...deps }: LookDeps): (lease: Lease) => Promise<number> {
  const { network } = settings;
  const { db } = deps;
  let renewedAt = 0;
  let didRescan = false;

  /** A rescan and what is new take turns, so that a long one holds up no payment. */
  async function readCursor(): Promise<{ cursor: ReadCursor; isRescanPending: boolean }> {
    const [row] = await readCursors(db.query, [network]);
    const [checkpoint] = await listCheckpoints(db.query, network, undefined, 1);
    const isRescanPending = row !== undefined && row.rescanFrom !== null;
    const rescanFrom = didRescan ? undefined : (row?.rescanFrom ?? undefined);
    didRescan = rescanFrom !== undefined;
    return {
      cursor: { nextBlock: row?.nextBlock ?? null, checkpoint, rescanFrom, unprovenFrom: row?.unprovenFrom ?? undefined, isOpen: true },
      isRescanPending,
    };
  }

  async function finalise(lease: Lease, finalBlock: number): Promise<void> {
    for (;;) {
      const due = await listDueForFinality(db.query, network, finalBlock, FINAL_BATCH);
      if (due.length === 0) return;
      const verdicts = await adapter.confirm(due);
      const gone = due.filter(({ id }) => verdicts.get(id) === 'gone');
      if (gone.length > 0 && adapter.rereads)
        await requestRescan(db.query, network, Math.min(...gone.map(({ blockNumber }) => blockNumber)));
      else if (gone.length > 0) await recordGone(deps, lease, gone);
      const verified = due.filter(({ id }) => verdicts.get(id) === 'final');
      const news = verified.length === 0 ? [] : await recordFinal(deps, lease, verified);
      metrics.transfers.inc({ network, kind: 'final' }, news.length);
      if (verified.length < FINAL_BATCH) return; // the rest waits for the next look
    }
  }

  return async (lease) => {
    const { cursor, isRescanPending } = await readCursor();
    const step = await adapter.step(cursor);
    if (step.doubt !== undefined) {
      await fence(db.query, lease);
      await saveError(db.query, lease, step.doubt, deps.clock.now(), false);
      return settings.pollMs;
    }
    if (step.range !== undefined) {
      const news = await recordRange(deps, lease, settings, { ...step, range: step.range });
      renewedAt = Date.now();
      metrics.zeroValue.inc({ network }, step.range.zeroValue);
      for (const { kind } of news) metrics.transfers.inc({ network, kind });
    } else if (Date.now() - renewedAt > RENEW_MS) {
      await fence(db.query, lease);
      renewedAt = Date.now();
    }
    await finalise(lease, Math.min(step.finalBlock, step.range?.to ?? step.finalBlock));
    const isDone = step.caughtUp && !(isRescanPending && step.range !== undefined);
    return isDone ? settings.pollMs : 0;
  };
}
