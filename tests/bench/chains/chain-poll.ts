import { Registry } from 'prom-client';
import type { NetworkSettings } from '../../../apps/server/src/config';
import { createEvmAdapter } from '../../../apps/server/src/modules/chains/adapters/evm/evm-adapter';
import { FAMILY_OF } from '../../../apps/server/src/modules/chains/chains.domain';
import { createChainMetrics } from '../../../apps/server/src/modules/chains/status/chains.metrics';
import { ensureCursor, type Lease, listCheckpoints, takeLease } from '../../../apps/server/src/modules/chains/watch/cursors.queries';
import { awaitsFinality } from '../../../apps/server/src/modules/chains/watch/due-transfers.queries';
import { createPoll } from '../../../apps/server/src/modules/chains/watch/poll';
import { listKnown } from '../../../apps/server/src/modules/chains/watch/transfers.queries';
import { createWatchIndex } from '../../../apps/server/src/modules/chains/watch/watch-index';
import { assertDefined } from '../../../apps/server/src/platform/assert';
import { systemClock } from '../../../apps/server/src/platform/clock';
import type { Db } from '../../../apps/server/src/platform/db/db';
import { createOutbox } from '../../../apps/server/src/platform/events/outbox';
import { createLogger } from '../../../apps/server/src/platform/log';
import type { Metrics } from '../../../apps/server/src/platform/metrics';

/** A watcher without pauses. */
export type BenchPoll = {
  /** Takes the network, also after its progress was deleted; the process's memory stays. */
  begin(): Promise<void>;
  /** Reads until the newest block. */
  readAll(): Promise<void>;
};

export function createBenchPoll(db: Db, settings: NetworkSettings): BenchPoll {
  const { network } = settings;
  const adapter = createEvmAdapter({
    settings,
    memory: {
      olderCheckpoints: (below, limit) => listCheckpoints(db.query, network, below, limit),
      liveTransfers: (from, to) => listKnown(db.query, network, from, to),
      awaitsFinality: (upTo) => awaitsFinality(db.query, network, upTo),
    },
    refreshWatched: createWatchIndex(db, FAMILY_OF[network]).refresh,
    now: systemClock.now,
  });
  const poll = createPoll({
    db,
    outbox: createOutbox({ db, log: createLogger('silent') }),
    clock: systemClock,
    settleTransfers: async () => undefined,
    settings,
    adapter,
    metrics: createChainMetrics({ registry: new Registry() } as Metrics, {
      readFigures: async () => [],
      readSpending: async () => [],
      readUnread: async () => [],
    }),
    isOpen: () => true,
    isQuick: () => true,
    onTransfers: () => undefined,
    progress: () => undefined,
  });
  let lease: Lease | undefined;
  return {
    begin: async () => {
      await ensureCursor(db.query, network);
      await db.query.updateTable('chain_cursors').set({ lease_until: null }).where('network', '=', network).execute();
      lease = await takeLease(db.query, network, 'bench');
    },
    readAll: async () => {
      while ((await poll(assertDefined(lease, 'a lease'))) === 0);
    },
  };
}
