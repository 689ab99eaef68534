import type { NetworkSettings } from '../../../config-networks';
import type { TransferId } from '../../../platform/id-types';
import type { ChainAdapter, Verdict } from '../adapters/chain-adapter';
import type { Transfer } from '../chains.domain';
import type { ChainMetrics } from '../status/chains.metrics';
import { type Lease, requestRescan, saveError } from './cursors.queries';
import { listDueForFinality } from './due-transfers.queries';
import { type RecordDeps, recordFinal, recordGone } from './record';

export type FinaliseDeps = RecordDeps & {
  readonly settings: NetworkSettings;
  readonly adapter: ChainAdapter;
  readonly metrics: ChainMetrics;
  /** Called after each saved batch. */
  readonly progress: () => void;
};

const BATCH = 100;
/**
 * Confirming a backlog must not delay reading new blocks: a batch takes a node some seconds by its rate, two calls for each transfer, and
 * after some batches the chain is read again. While blocks are left to read, after one.
 */
const BATCH_SECONDS = 5;
const CALLS_PER_TRANSFER = 2;
const BATCHES_PER_POLL = 3;
const AGAIN_MS = 2_000;
const AGAIN_MS_MAX = 15_000;
/** A contradiction rarely ends soon, and asking again may mean reading its blocks again. */
const CONTRADICTED_MS_MAX = 300_000;
/** Two answers a moment apart may meet different machines; from the second contradiction in a row on it is shown. */
const SHOWN_TRIES = 2;
/** Deferred at most; the oldest return first. */
const ASIDE_MAX = 2_000;

type Deferred = { readonly notBefore: number; readonly waitMs: number; readonly contradictions: number };

/** Undecided transfers are retried a little later, so that they do not block the others. */
function createAside() {
  const entries = new Map<TransferId, Deferred>();
  return {
    ids: (now: number): TransferId[] => [...entries].flatMap(([id, { notBefore }]) => (notBefore > now ? [id] : [])),
    /** Returns how often in a row its nodes have contradicted each other, or themselves. */
    put: (id: TransferId, now: number, isContradicted: boolean): number => {
      const before = entries.get(id);
      const waitMs = Math.min(isContradicted ? CONTRADICTED_MS_MAX : AGAIN_MS_MAX, (before?.waitMs ?? AGAIN_MS / 2) * 2);
      const contradictions = isContradicted ? (before?.contradictions ?? 0) + 1 : 0;
      entries.delete(id);
      entries.set(id, { notBefore: now + waitMs, waitMs, contradictions });
      const [oldest] = entries.keys();
      if (entries.size > ASIDE_MAX && oldest !== undefined) entries.delete(oldest);
      return contradictions;
    },
    take: (id: TransferId): void => void entries.delete(id),
    /** All that is due has been listed: what should be and was not is removed, or final. */
    keep: (listed: ReadonlySet<TransferId>, now: number): void => {
      for (const [id, { notBefore }] of entries) if (notBefore <= now && !listed.has(id)) entries.delete(id);
    },
    isAnyShown: (): boolean => [...entries.values()].some(({ contradictions }) => contradictions >= SHOWN_TRIES),
  };
}

export type Finalise = {
  /** Marks transfers as final in batches, each saved separately. Returns whether more are waiting. */
  run(lease: Lease, finalBlock: number, /** No blocks are left to read. */ caughtUp?: boolean): Promise<boolean>;
  /** Nodes contradict each other about a transfer in a final block, and not just for a moment. */
  isDisputed(): boolean;
};

export function createFinalise({ settings, adapter, metrics, progress, ...deps }: FinaliseDeps): Finalise {
  const { network } = settings;
  const aside = createAside();
  const limit = Math.max(1, Math.min(BATCH, Math.floor((settings.ratePerSecond * BATCH_SECONDS) / CALLS_PER_TRANSFER)));

  async function confirm(lease: Lease, due: readonly Transfer[]): Promise<void> {
    const verdicts = await adapter.confirm(due);
    progress();
    const gone = due.filter(({ id }) => verdicts.get(id) === 'gone');
    if (gone.length > 0 && adapter.rereads)
      await requestRescan(deps.db.query, network, Math.min(...gone.map(({ blockNumber }) => blockNumber)));
    else if (gone.length > 0) await recordGone(deps, lease, gone);
    const verified = due.filter(({ id }) => verdicts.get(id) === 'final');
    const changes = verified.length === 0 ? [] : await recordFinal(deps, lease, verified);
    progress();
    metrics.transfers.inc({ network, kind: 'final' }, changes.length);
    for (const transfer of due) await settle(lease, transfer, verdicts.get(transfer.id) ?? 'wait');
  }

  /** What the nodes deny although they keep listing it is a contradiction too. */
  async function settle(lease: Lease, { id, blockNumber }: Transfer, verdict: Verdict): Promise<void> {
    if (verdict === 'final') return aside.take(id);
    const contradictions = aside.put(id, performance.now(), verdict === 'disputed' || verdict === 'gone');
    if (contradictions < SHOWN_TRIES) return;
    const message = `nodes disagree about a transfer in block ${blockNumber}: it is not credited until they agree`;
    await saveError(deps.db.query, lease, message, deps.clock.now(), false);
  }

  const run = async (lease: Lease, finalBlock: number, caughtUp = true): Promise<boolean> => {
    const [begunAt, listed] = [performance.now(), new Set<TransferId>()];
    for (let batch = 0; batch < (caughtUp ? BATCHES_PER_POLL : 1); batch += 1) {
      const options = { limit, except: aside.ids(performance.now()) };
      const { transfers, isMore } = await listDueForFinality(deps.db.query, network, finalBlock, options);
      for (const { id } of transfers) listed.add(id);
      if (transfers.length > 0) await confirm(lease, transfers);
      if (isMore) continue;
      aside.keep(listed, begunAt);
      return false;
    }
    return true;
  };

  return { run, isDisputed: aside.isAnyShown };
}
