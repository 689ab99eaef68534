import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from './cluster';
import { findPrimary, type PatroniNode, wholeCluster } from './engines/patroni';
import { PORTS } from './engines/ports';
import { waitFor } from './engines/wait-for';
import type { Load } from './load';

const FAILOVER_MS_MAX = 120_000;
const REJOIN_MS_MAX = 180_000;
/** Between two faults, under load. */
const CALM_MS = 3_000;
const PROBE_MS = 100;

export type Failover = {
  readonly fault: string;
  readonly from: number;
  readonly to: number;
  /** From the fault until another node says that it is the primary. */
  readonly patroniMs: number;
  /** The longest time without an acknowledged creation. */
  readonly outageMs: number;
  /** Writes that the old primary has acknowledged after there was a new one: none, or the data has split. */
  readonly strayWrites: number;
};
type Fault = { readonly name: string; strike(node: PatroniNode): void; mend(node: PatroniNode): void };

export const FAULTS: readonly Fault[] = [
  { name: 'kill', strike: (node) => node.daemon().signalAll('SIGKILL'), mend: (node) => node.start() },
  { name: 'stop', strike: (node) => node.daemon().signalAll('SIGSTOP'), mend: (node) => node.daemon().signalAll('SIGCONT') },
  { name: 'partition', strike: (node) => node.cut(), mend: (node) => node.heal() },
];

/** Somebody who still reaches the old primary, past proxies and poolers (F9): writes until told to stop, and remembers what was acknowledged. */
function startProbe(node: number, password: string): { acknowledged: number[]; stop(): Promise<void> } {
  const acknowledged: number[] = [];
  let running = true;
  const connectionString = `postgres://postgres:${password}@127.0.0.1:${PORTS.postgres(node as 0)}/postgres`;
  const loop = (async () => {
    while (running) {
      const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000, query_timeout: 1_000 });
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.query('insert into probes (node) values ($1)', [node]);
        acknowledged.push(performance.now());
      } catch {
        // down, read only, or waiting for its standby
      } finally {
        void client.end().catch(() => undefined);
      }
      await sleep(PROBE_MS);
    }
  })();
  return {
    acknowledged,
    stop: async () => {
      running = false;
      await loop;
    },
  };
}

function longestGap(times: readonly number[], from: number): number {
  let last = times.findLast((at) => at <= from) ?? from;
  let longest = 0;
  for (const at of times.filter((time) => time > from)) {
    longest = Math.max(longest, at - last);
    last = at;
  }
  return longest;
}

export async function failOver(cluster: Cluster, load: Load, fault: Fault): Promise<Failover> {
  const from = await waitFor('a whole cluster', wholeCluster, REJOIN_MS_MAX);
  await sleep(CALM_MS);
  const node = cluster.nodes[from] as PatroniNode;
  const probe = startProbe(from, cluster.passwords.superuser);
  await sleep(1_000);
  const struckAt = performance.now();
  fault.strike(node);
  const to = await waitFor('a new primary', () => findPrimary(from), FAILOVER_MS_MAX);
  const promotedAt = performance.now();
  const before = load.acknowledgedAt.length;
  await waitFor('acknowledged creations', async () => (load.acknowledgedAt.length > before + 5 ? true : undefined), FAILOVER_MS_MAX);
  fault.mend(node);
  await waitFor('the old primary to follow', wholeCluster, REJOIN_MS_MAX);
  await probe.stop();
  return {
    fault: fault.name,
    from,
    to,
    patroniMs: promotedAt - struckAt,
    outageMs: longestGap(load.acknowledgedAt, struckAt),
    strayWrites: probe.acknowledged.filter((at) => at > promotedAt).length,
  };
}
