import type { NetworkSettings } from '../../../config-networks';
import type { ChainAdapter, ChainStep, ReadCursor } from '../adapters/chain-adapter';
import { slowedDown } from '../chains.domain';
import type { ChainMetrics } from '../status/chains.metrics';
import { fence, type Lease, listCheckpoints, readCursors, saveError, saveWatch } from './cursors.queries';
import { createFinalise } from './finalise';
import { type RecordDeps, recordRange } from './record';

export type PollDeps = RecordDeps & {
  readonly settings: NetworkSettings;
  readonly adapter: ChainAdapter;
  readonly metrics: ChainMetrics;
  /** Whether an invoice may be paid on this network now. */
  readonly isOpen: () => boolean;
  /** Whether to poll it often now. */
  readonly isQuick: () => boolean;
  /** Transfers changed. */
  readonly onTransfers: () => void;
  /** Called whenever the poll makes progress. */
  readonly progress: () => void;
};

/** A note of the network's status: payments wait, because nodes contradict each other about them. */
const DISPUTED = 'transfers_disputed';

/** One poll: read new blocks, record them, mark transfers as final. Returns the delay until the next. */
export function createPoll({
  settings,
  adapter,
  metrics,
  isOpen,
  isQuick,
  onTransfers,
  progress,
  ...deps
}: PollDeps): (lease: Lease) => Promise<number> {
  const { network } = settings;
  const { db } = deps;
  const finalise = createFinalise({ ...deps, settings, adapter, metrics, progress });
  let didRescan = false;
  let saved: string | undefined;

  /** A rescan alternates with new blocks, so that a long one delays no payment. */
  async function readCursor(): Promise<{ cursor: ReadCursor; isRescanPending: boolean }> {
    const [row] = await readCursors(db.query, [network]);
    const [checkpoint] = await listCheckpoints(db.query, network, undefined, 1);
    const isRescanPending = row !== undefined && row.rescanFrom !== null;
    const rescanFrom = didRescan ? undefined : (row?.rescanFrom ?? undefined);
    didRescan = rescanFrom !== undefined;
    return {
      cursor: { nextBlock: row?.nextBlock ?? null, checkpoint, rescanFrom, unprovenFrom: row?.unprovenFrom ?? undefined, isOpen: isOpen() },
      isRescanPending,
    };
  }

  const paceMs = (): number => slowedDown(isQuick() ? settings.pollMs : settings.idlePollMs, adapter.assurance().budgetPressure);

  /** Saves the pace only when it has changed: most polls write nothing. */
  async function settlePace(lease: Lease): Promise<number> {
    const { notes, ...assurance } = adapter.assurance();
    const watch = { paceMs: paceMs(), assurance: { ...assurance, notes: [...notes, ...(finalise.isDisputed() ? [DISPUTED] : [])] } };
    const text = JSON.stringify([lease.epoch.toString(), watch]);
    if (text !== saved) await saveWatch(db.query, lease, watch);
    saved = text;
    return watch.paceMs;
  }

  async function record(lease: Lease, step: ChainStep): Promise<void> {
    if (step.range === undefined) return;
    const changes = await recordRange(deps, lease, settings, { ...step, range: step.range });
    progress();
    metrics.zeroValue.inc({ network }, step.range.zeroValue);
    for (const { kind } of changes) metrics.transfers.inc({ network, kind });
    if (changes.length > 0) onTransfers();
  }

  return async (lease) => {
    const { cursor, isRescanPending } = await readCursor();
    const step = await adapter.step(cursor).catch(async (error: unknown) => {
      await settlePace(lease); // node limitations matter most when polls fail
      throw error;
    });
    progress();
    metrics.steps.inc({ network });
    if (step.doubt !== undefined) {
      await fence(db.query, lease);
      await saveError(db.query, lease, step.doubt, deps.clock.now(), false);
      return settlePace(lease);
    }
    await record(lease, step);
    const isMoreDue = await finalise.run(lease, Math.min(step.finalBlock, step.range?.to ?? step.finalBlock), step.caughtUp);
    const isDone = step.caughtUp && !isMoreDue && !(isRescanPending && step.range !== undefined);
    const pace = await settlePace(lease);
    return isDone ? pace : 0;
  };
}
