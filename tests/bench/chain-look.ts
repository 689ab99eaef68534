import { Registry } from 'prom-client';
import type { NetworkSettings } from '../../apps/server/src/config';
import { createEvmAdapter } from '../../apps/server/src/modules/chains/adapters/evm/evm-adapter';
import { FAMILY_OF } from '../../apps/server/src/modules/chains/chains.domain';
import { createChainMetrics } from '../../apps/server/src/modules/chains/chains.metrics';
import { ensureCursor, listCheckpoints, takeLease } from '../../apps/server/src/modules/chains/cursors.queries';
import { createLook } from '../../apps/server/src/modules/chains/look';
import { listKnown } from '../../apps/server/src/modules/chains/transfers.queries';
import { createWatchIndex } from '../../apps/server/src/modules/chains/watch-index';
import { systemClock } from '../../apps/server/src/platform/clock';
import type { Db } from '../../apps/server/src/platform/db';
import { createLogger } from '../../apps/server/src/platform/log';
import type { Metrics } from '../../apps/server/src/platform/metrics';
import { createOutbox } from '../../apps/server/src/platform/outbox';

/** A watcher without its pauses: each call looks once and answers whether there is more to read. */
export async function createBenchLook(db: Db, settings: NetworkSettings): Promise<() => Promise<boolean>> {
  const { network } = settings;
  const adapter = createEvmAdapter({
    settings,
    memory: {
      olderCheckpoints: (below, limit) => listCheckpoints(db.query, network, below, limit),
      liveTransfers: (from, to) => listKnown(db.query, network, from, to),
    },
    refreshWatched: createWatchIndex(db, FAMILY_OF[network]).refresh,
    now: systemClock.now,
  });
  const look = createLook({
    db,
    outbox: createOutbox({ db, log: createLogger('silent') }),
    clock: systemClock,
    tell: async () => undefined,
    settings,
    adapter,
    metrics: createChainMetrics({ registry: new Registry() } as Metrics, async () => []),
  });
  await ensureCursor(db.query, network);
  await db.query.updateTable('chain_cursors').set({ lease_until: null }).where('network', '=', network).execute();
  const lease = await takeLease(db.query, network, 'bench');
  if (lease === undefined) throw new Error('the lease is taken');
  return async () => (await look(lease)) === 0;
}

/** Reads until the newest block. */
export async function readAll(look: () => Promise<boolean>): Promise<void> {
  while (await look());
}
