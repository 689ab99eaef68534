import type { Bench, BenchContext, BenchRow } from '../frame/bench';
import { type BenchCluster, withBenchCluster } from '../frame/cluster';
import { interleave, logLogSlope, median, percentile, spreadOf } from '../frame/statistics';
import { createBarePeer, createGraphilePeer, type Peer } from './callback-peers';
import { type CallbackSite, epochNow, openCallbackSite, type Receivers, startReceivers } from './callback-site';

/**
 * B10: callbacks sent and recorded per second, against a comparable queue and against the calls alone, with growing numbers of waiting and
 * delivered ones; and the latency of a single one. B11: the effect on others when one of a hundred receivers hangs.
 */
const GRAPHILE_RATIO_MIN = 1.5;
const FLOOR_RATIO_MIN = 0.5;
const ARRIVAL_MS_MAX = 20;
const SLOPE_MAX = 0.05;
const HEALTHY = 99;
const ISOLATION_ROUNDS = { quick: 3, default: 11, full: 11 };
const HANGING_RATIO_MAX = 1.2;

type Parts = { readonly sites: readonly CallbackSite[]; readonly receivers: Receivers; readonly context: BenchContext };
/** From the commit that makes them due: writing them belongs to their cause. */
const perSecond = (count: number, queuedAt: number): number => count / ((epochNow() - queuedAt) / 1_000);

async function dispatch(site: CallbackSite, receivers: Receivers, count: number): Promise<number> {
  const arrived = receivers.expect(count);
  const { at, prefix } = await site.queue(count, receivers.ports.slice(0, 1));
  await arrived;
  await site.recorded(prefix);
  return perSecond(count, at);
}

async function sendBy(peer: Peer, receivers: Receivers, count: number): Promise<number> {
  const arrived = receivers.expect(count);
  const at = await peer.send(count, receivers.ports[0] as number);
  await arrived;
  return perSecond(count, at);
}

async function compareRates({ sites, receivers, context }: Parts, graphile: Peer, bare: Peer): Promise<BenchRow[]> {
  const count = context.pick({ quick: 1_000, default: 3_000, full: 3_000 });
  const alone = async (site: CallbackSite | undefined, work: () => Promise<number>) => {
    for (const each of sites) each === site ? each.goOn() : each.standStill();
    return work();
  };
  const contenders = [
    ...sites.map((site) => ({ name: String(site.history), round: () => alone(site, () => dispatch(site, receivers, count)) })),
    { name: 'graphile', round: () => alone(undefined, () => sendBy(graphile, receivers, count)) },
    { name: 'bare', round: () => alone(undefined, () => sendBy(bare, receivers, count)) },
  ];
  await interleave(contenders, 1); // JIT warm-up
  const figures = await interleave(contenders, context.pick({ quick: 3, default: 9, full: 9 }));
  for (const site of sites) site.goOn();
  const of = (name: string) => figures.get(name) ?? [];
  const runs = sites.map(({ history }) => ({ history, ours: of(String(history)) }));
  const slope = logLogSlope(runs.map(({ history, ours }) => ({ size: history, cost: 1 / median(ours) })));
  const row = (history: number, ours: number[], other: { name: string; figures: number[]; min: number }): BenchRow => ({
    id: 'B10',
    name: `callbacks sent and recorded, ${history} waiting and ${history} done`,
    unit: 'per s',
    ours: median(ours),
    other: median(other.figures),
    otherName: other.name,
    ratio: median(ours) / median(other.figures),
    target: `at least ${other.min}`,
    passes: median(ours) / median(other.figures) >= other.min,
    growth: { slope, sizes: sites.map((site) => site.history), allowed: SLOPE_MAX },
    spread: { ours: spreadOf(ours), other: spreadOf(other.figures) },
  });
  return runs.flatMap(({ history, ours }) => [
    row(history, ours, { name: 'graphile-worker', figures: of('graphile'), min: GRAPHILE_RATIO_MIN }),
    row(history, ours, { name: 'undici alone', figures: of('bare'), min: FLOOR_RATIO_MIN }),
  ]);
}

/** One at a time, without other load. */
async function measureArrival({ sites, receivers, context }: Parts, bare: Peer): Promise<BenchRow> {
  const site = sites[0] as CallbackSite;
  const arrival = async () => {
    const arrived = receivers.expect(1);
    const { at } = await site.queue(1, receivers.ports.slice(0, 1));
    return Math.max(...(await arrived).values()) - at;
  };
  const call = async () => 1_000 / (await sendBy(bare, receivers, 1));
  const figures = await interleave(
    [
      { name: 'ours', round: arrival },
      { name: 'bare', round: call },
    ],
    context.pick({ quick: 30, default: 200, full: 200 }),
  );
  const [ours, other] = [figures.get('ours') ?? [], figures.get('bare') ?? []];
  return {
    id: 'B10',
    name: `from the commit to the receiver, p50 (p99 ${percentile(ours, 0.99).toFixed(1)})`,
    unit: 'ms',
    ours: median(ours),
    other: median(other),
    otherName: 'one call by undici',
    ratio: median(ours) / median(other),
    target: `at most ${ARRIVAL_MS_MAX} ms`,
    passes: median(ours) <= ARRIVAL_MS_MAX,
  };
}

/** A different receiver hangs each time: one that hung is deferred for a while. */
async function compareIsolation({ sites, receivers, context }: Parts): Promise<BenchRow> {
  const site = sites[0] as CallbackSite;
  const each = context.pick({ quick: 10, default: 30, full: 30 });
  const [healthy, spare] = [receivers.ports.slice(0, HEALTHY), receivers.ports.slice(HEALTHY)];
  const p99 = async (hangs: boolean) => {
    const one = [spare.pop() as number];
    const arrived = receivers.expect(each * (hangs ? HEALTHY : HEALTHY + 1), hangs ? one : []);
    await site.queue(each, one);
    const { at, prefix } = await site.queue(each * HEALTHY, healthy);
    const waits = [...(await arrived)].filter(([id]) => id.startsWith(prefix)).map(([, came]) => came - at);
    await site.recorded(prefix);
    return percentile(waits, 0.99);
  };
  const figures = await interleave(
    [
      { name: 'hanging', round: () => p99(true) },
      { name: 'healthy', round: () => p99(false) },
    ],
    context.pick(ISOLATION_ROUNDS),
  );
  const [ours, other] = [figures.get('hanging') ?? [], figures.get('healthy') ?? []];
  const ratio = median(ours) / median(other);
  return {
    id: 'B11',
    name: `p99 of the others while one of ${HEALTHY + 1} receivers hangs`,
    unit: 'ms',
    ours: median(ours),
    other: median(other),
    otherName: 'none hangs',
    ratio,
    target: `at most ${HANGING_RATIO_MAX}`,
    passes: ratio <= HANGING_RATIO_MAX,
    spread: { ours: spreadOf(ours), other: spreadOf(other) },
  };
}

async function compareAll(cluster: BenchCluster, context: BenchContext): Promise<BenchRow[]> {
  const sizes = context.pick({
    quick: [100, 1_000, 10_000, 100_000],
    default: [100, 10_000, 100_000, 1_000_000],
    full: [100, 10_000, 1_000_000, 5_000_000],
  });
  const receivers = await startReceivers(HEALTHY + 2 * context.pick(ISOLATION_ROUNDS));
  const bare = createBarePeer();
  const sites: CallbackSite[] = [];
  const graphile = await createGraphilePeer(await cluster.createDatabase('graphile', { empty: true }));
  try {
    for (const history of sizes) {
      sites.push(await openCallbackSite(await cluster.createDatabase(`callbacks_${history}`), history));
      context.say(`${history} callbacks wait, and as many are done`);
    }
    const parts = { sites, receivers, context };
    return [...(await compareRates(parts, graphile, bare)), await measureArrival(parts, bare), await compareIsolation(parts)];
  } finally {
    for (const site of sites) await site.close();
    await graphile.close();
    await bare.close();
    receivers.close();
  }
}

export const bench: Bench = { ids: ['B10', 'B11'], run: (context) => withBenchCluster((cluster) => compareAll(cluster, context)) };
