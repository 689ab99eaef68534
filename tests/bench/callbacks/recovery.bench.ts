import { LEASE_SECONDS } from '../../../apps/server/src/modules/callbacks/dispatch.queries';
import type { Bench, BenchContext, BenchRow } from '../frame/bench';
import { type BenchCluster, withBenchCluster } from '../frame/cluster';
import { median, spreadOf } from '../frame/statistics';
import { type CallbackSite, epochNow, openCallbackSite, type Receivers, startReceivers } from './callback-site';

/** B12: the worker is killed (SIGKILL) while it waits for a receiver's answer, and started again: when does the callback come once more? */
const EXTRA_MS_MAX = 5_000;
const LEASE_MS = LEASE_SECONDS * 1_000;
const CALLBACKS = 16; // as many as are sent to one receiver at once

async function recover(site: CallbackSite, receivers: Receivers): Promise<number[]> {
  const port = receivers.ports.slice(0, 1);
  void receivers.expect(CALLBACKS, port); // takes them and does not answer
  const { prefix } = await site.queue(CALLBACKS, port);
  await site.leased(prefix, CALLBACKS);
  const killedAt = epochNow();
  await site.crash();
  const again = receivers.expect(CALLBACKS);
  await site.restart();
  const arrivals = await again;
  await site.recorded(prefix);
  return [...arrivals.values()].map((at) => at - killedAt);
}

async function run(cluster: BenchCluster, context: BenchContext): Promise<readonly BenchRow[]> {
  const receivers = await startReceivers(1);
  const site = await openCallbackSite(await cluster.createDatabase('recovery'), 0);
  try {
    const delays: number[] = [];
    for (let round = context.pick({ quick: 1, default: 5, full: 5 }); round > 0; round -= 1)
      delays.push(...(await recover(site, receivers)));
    const longest = Math.max(...delays);
    return [
      {
        id: 'B12',
        name: `worker killed to callback sent again, longest of ${delays.length} (median ${median(delays).toFixed(0)} ms)`,
        unit: 'ms',
        ours: longest,
        other: LEASE_MS,
        otherName: 'lease',
        ratio: longest / LEASE_MS,
        target: `at most the lease and ${EXTRA_MS_MAX} ms`,
        passes: longest <= LEASE_MS + EXTRA_MS_MAX,
        spread: { ours: spreadOf(delays), other: [LEASE_MS, LEASE_MS] },
      },
    ];
  } finally {
    await site.close();
    receivers.close();
  }
}

export const bench: Bench = { ids: ['B12'], run: (context) => withBenchCluster((cluster) => run(cluster, context)) };
