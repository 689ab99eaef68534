import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Bench, BenchContext, BenchRow } from '../frame/bench';
import { interleave, logLogSlope, median, spreadOf } from '../frame/statistics';
import type { ClientOrder } from './live-clients';
import { EVENT_TOPIC, type ServerAnswer, type ServerOrder } from './live-server';

/**
 * B13: memory of a SockJS socket with STOMP and a subscription, against a plain ws socket in the same Node. B14: frames per second of one
 * event to its own subscribers, against a plain write loop of the same bytes, with a growing number of idle sockets.
 */
const MEMORY_MAX = 5;
const FANOUT_MIN = 0.6;
const SUBSCRIBERS = 200;
const IDLE_SLOPE_MAX = 0.1;

type Kind = 'raw' | 'ours';
type Site = { readonly kind: Kind; readonly server: ChildProcess; readonly clients: ChildProcess; readonly port: number };

async function ask<T>(child: ChildProcess, order: ServerOrder | ClientOrder): Promise<T> {
  const answer = once(child, 'message');
  child.send(order);
  return (await answer)[0] as T;
}

const start = (file: string, args: readonly string[]) =>
  fork(join(import.meta.dirname, file), args, {
    execArgv: ['--import', 'tsx', '--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

async function startSite(kind: Kind): Promise<Site> {
  const server = start('live-server.ts', [kind, String(SUBSCRIBERS)]);
  const [{ port }] = (await once(server, 'message')) as [ServerAnswer & { port: number }];
  return { kind, server, clients: start('live-clients.ts', []), port };
}

const memoryOf = async ({ server }: Site) => (await ask<{ bytes: number }>(server, { ask: 'memory' })).bytes;
const addIdle = ({ clients, port, kind }: Site, count: number) => ask(clients, { port, count, kind });
const addSubscribers = ({ clients, port, kind }: Site) => ask(clients, { port, count: SUBSCRIBERS, kind, topic: EVENT_TOPIC });
const publishOnce = async ({ server }: Site, events: number) =>
  (await ask<{ framesPerSecond: number }>(server, { ask: 'publish', events })).framesPerSecond;

/** Bytes per socket at each size, minus the empty server's. */
async function memorySizes(site: Site, sizes: readonly number[]): Promise<{ size: number; cost: number }[]> {
  const empty = await memoryOf(site);
  const points: { size: number; cost: number }[] = [];
  let open = 0;
  for (const size of sizes) {
    await addIdle(site, size - open);
    open = size;
    points.push({ size, cost: (await memoryOf(site)) - empty });
  }
  return points;
}

async function measureMemory(context: BenchContext): Promise<BenchRow> {
  const most = context.pick({ quick: 4_000, default: 10_000, full: 15_000 });
  const sizes = [0.25, 0.5, 0.75, 1].map((share) => Math.round(most * share));
  const [raw, ours] = [await startSite('raw'), await startSite('ours')];
  try {
    const [rawPoints, ourPoints] = [await memorySizes(raw, sizes), await memorySizes(ours, sizes)];
    const perSocket = (points: readonly { size: number; cost: number }[]) => (points.at(-1)?.cost ?? 0) / most / 1024;
    const [other, mine] = [perSocket(rawPoints), perSocket(ourPoints)];
    context.say(`${most} sockets: ${mine.toFixed(1)} KB each, raw ${other.toFixed(1)} KB`);
    return {
      id: 'B13',
      name: `memory per subscribed socket, ${most} sockets`,
      unit: 'KB',
      ours: mine,
      other,
      otherName: 'raw ws',
      ratio: mine / other,
      target: `at most ${MEMORY_MAX}, and 40 KB`,
      passes: mine / other <= MEMORY_MAX && mine <= 40,
      growth: { slope: logLogSlope(ourPoints), sizes, allowed: 1.1 },
    };
  } finally {
    for (const child of [raw.server, raw.clients, ours.server, ours.clients]) child.kill();
  }
}

async function measureFanOut(context: BenchContext): Promise<BenchRow> {
  const idleSizes = context.pick({
    quick: [250, 1_000, 2_500, 5_000],
    default: [500, 2_000, 5_000, 10_000],
    full: [500, 2_000, 5_000, 15_000],
  });
  const rounds = context.pick({ quick: 5, default: 7, full: 9 });
  const [raw, ours] = [await startSite('raw'), await startSite('ours')];
  const costs: { size: number; cost: number }[] = [];
  let figures = new Map<string, number[]>();
  let open = 0;
  try {
    for (const site of [raw, ours]) await addSubscribers(site);
    for (const idle of idleSizes) {
      for (const site of [raw, ours]) await addIdle(site, idle - open);
      open = idle;
      figures = await interleave(
        [raw, ours].map((site) => ({ name: site.kind, round: () => publishOnce(site, 100) })),
        rounds,
      );
      costs.push({ size: idle, cost: median(figures.get('raw') ?? []) / median(figures.get('ours') ?? []) });
      context.say(
        `${idle} idle: ${median(figures.get('ours') ?? []).toFixed(0)} frames/s of processor time, raw ${median(figures.get('raw') ?? []).toFixed(0)}`,
      );
    }
  } finally {
    for (const child of [raw.server, raw.clients, ours.server, ours.clients]) child.kill();
  }
  const [mine, other] = [figures.get('ours') ?? [], figures.get('raw') ?? []];
  return {
    id: 'B14',
    name: `one event to ${SUBSCRIBERS} subscribers beside ${idleSizes.at(-1)} idle sockets`,
    unit: 'frames per second of processor time',
    ours: median(mine),
    other: median(other),
    otherName: 'raw ws write loop',
    ratio: median(mine) / median(other),
    target: `at least ${FANOUT_MIN}`,
    passes: median(mine) / median(other) >= FANOUT_MIN,
    growth: { slope: logLogSlope(costs), sizes: idleSizes, allowed: IDLE_SLOPE_MAX },
    spread: { ours: spreadOf(mine), other: spreadOf(other) },
  };
}

export const bench: Bench = {
  ids: ['B13', 'B14'],
  run: async (context) => [await measureMemory(context), await measureFanOut(context)],
};
