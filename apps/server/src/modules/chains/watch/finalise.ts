import type { NetworkSettings } from '../../../config-networks';
import type { TransferId } from '../../../platform/id-types';
import type { ChainAdapter } from '../adapters/chain-adapter';
import type { Transfer } from '../chains.domain';
import type { ChainMetrics } from '../status/chains.metrics';
import { type Lease, requestRescan } from './cursors.queries';
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
/** Then the chain is read again: confirming a backlog must not delay reading new blocks. */
const BATCHES_PER_POLL = 3;
const AGAIN_MS = 2_000;
const AGAIN_MS_MAX = 15_000;
/** Deferred at most; the oldest return first. */
const ASIDE_MAX = 2_000;

/** Undecided transfers are retried a little later, so that they do not block the others. */
function createAside() {
  const entries = new Map<TransferId, { notBefore: number; waitMs: number }>();
  return {
    ids: (now: number): TransferId[] => [...entries].flatMap(([id, { notBefore }]) => (notBefore > now ? [id] : [])),
    put: (id: TransferId, now: number): void => {
      const waitMs = Math.min(AGAIN_MS_MAX, (entries.get(id)?.waitMs ?? AGAIN_MS / 2) * 2);
      entries.delete(id);
      entries.set(id, { notBefore: now + waitMs, waitMs });
      const [oldest] = entries.keys();
      if (entries.size > ASIDE_MAX && oldest !== undefined) entries.delete(oldest);
    },
    take: (id: TransferId): void => void entries.delete(id),
  };
}

/** Marks transfers as final in batches, each saved separately. Returns whether more are waiting. */
export function createFinalise({ settings, adapter, metrics, progress, ...deps }: FinaliseDeps) {
  const { network } = settings;
  const aside = createAside();

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
    for (const { id } of due) {
      if (verdicts.get(id) === 'final') aside.take(id);
      else aside.put(id, performance.now());
    }
  }

  return async (lease: Lease, finalBlock: number): Promise<boolean> => {
    for (let batch = 0; batch < BATCHES_PER_POLL; batch += 1) {
      const options = { limit: BATCH, except: aside.ids(performance.now()) };
      const { transfers, isMore } = await listDueForFinality(deps.db.query, network, finalBlock, options);
      if (transfers.length > 0) await confirm(lease, transfers);
      if (!isMore) return false;
    }
    return true;
  };
}
