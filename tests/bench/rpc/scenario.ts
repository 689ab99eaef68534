import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NETWORKS, type Network } from '@stablegate/contract';
import { sql } from 'kysely';
import { type App, createApp } from '../../../apps/server/src/app';
import { loadConfig } from '../../../apps/server/src/config';
import { PROFILES } from '../../../apps/server/src/config-network-profiles';
import { createLogger } from '../../../apps/server/src/platform/log';
import { nowAndThen } from '../../../apps/server/test/nodes/machines';
import { settingsFor } from '../../../apps/server/test/nodes/settings';
import { type SimulatedNode, startSimulatedNode } from '../../../apps/server/test/nodes/start-node';
import type { BenchCluster } from '../frame/cluster';
import type { MainnetChain } from './mainnet';
import { addressKey, familyOf, OPEN, PAID, WATCHED, watchedRows } from './watched-rows';

export type ScenarioOptions = {
  readonly nodes: 1 | 2;
  readonly open: boolean;
  /** This share of the calls meets a machine that is one block behind the others of its address. */
  readonly behind?: number;
};
export type NetworkCost = {
  readonly network: Network;
  /** Calls of the busiest node, and their breakdown. */
  readonly calls: number;
  readonly requests: number;
  readonly methods: readonly (readonly [string, number])[];
  /** From the block to the recorded transfer, where invoices are open. */
  readonly seenMs: readonly number[];
  readonly paid: number;
  readonly error: string | null;
};
export type Scenario = {
  readonly options: ScenarioOptions;
  /** Until everything was read once, or the time is over. */
  warmUp(msMax: number): Promise<void>;
  begin(): void;
  /** Pays the next address with an open invoice on the network. */
  payOn(network: Network): void;
  costs(): Promise<NetworkCost[]>;
  close(): Promise<void>;
};

const LATENCY_MS = 50;
/** Scenarios share the chains, not the addresses. */
const digitOf = ({ nodes, open, behind = 0 }: ScenarioOptions): string => `${nodes + (open ? 2 : 0) + (behind > 0 ? 4 : 0)}`;

async function startApp(cluster: BenchCluster, name: string, options: ScenarioOptions, nodes: ReadonlyMap<Network, SimulatedNode[]>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-bench-app-'));
  const url = await cluster.createDatabase(name);
  const config = loadConfig({ STABLEGATE_MODE: 'sandbox', DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0' });
  const networks = NETWORKS.map((network) => {
    const { pollMs, blockMs, tipMargin } = PROFILES.mainnet[network];
    const own = nodes.get(network) ?? [];
    const pace = { pollMs, blockMs, tipMargin, idlePollMs: 60_000, ratePerSecond: 10, requestTimeoutMs: 15_000 };
    return own[0] === undefined ? undefined : settingsFor(own[0].chain, own, pace);
  }).filter((settings) => settings !== undefined);
  const app = await createApp(config, createLogger('silent'), { networks });
  await app.platform.db.query.connection().execute(async (connection) => {
    for (const statement of watchedRows(digitOf(options), options.open ? OPEN : 0, PROFILES.mainnet.SOLANA.contract))
      await sql.raw(statement).execute(connection);
  });
  await app.start([]);
  app.services.chains.startWatching();
  return { app, dataDir };
}

async function isWarm(app: App): Promise<boolean> {
  const { rows } = await sql<{ networks: number; accounts: number }>`
    select (select count(*)::int from chain_cursors where next_block is not null) as networks,
           (select count(*)::int from watched_token_accounts where polled_at is not null) as accounts`.execute(app.platform.db.query);
  return rows[0]?.networks === NETWORKS.length && (rows[0]?.accounts ?? 0) >= WATCHED;
}

/** The real watcher at its real pace, on separate nodes of chains that all scenarios share. */
export async function startScenario(cluster: BenchCluster, chains: readonly MainnetChain[], options: ScenarioOptions): Promise<Scenario> {
  const { behind = 0 } = options;
  const name = `rpc_${digitOf(options)}`;
  const nodes = new Map<Network, SimulatedNode[]>();
  for (const { network, chain } of chains) {
    const started = Array.from({ length: options.nodes }, (_, seed) =>
      startSimulatedNode(chain, { faults: { latencyMs: LATENCY_MS, machineLag: nowAndThen(seed, behind, 1, 0) } }),
    );
    nodes.set(network, await Promise.all(started));
  }
  const { app, dataDir } = await startApp(cluster, name, options, nodes);
  const minedAt = new Map<string, { network: Network; at: number }>();
  const next = new Map<string, number>();
  return {
    options,
    warmUp: async (msMax) => {
      // On a busy machine the pool may have no free connection: the watcher has priority.
      const isDone = () => isWarm(app).catch(() => false);
      for (const end = Date.now() + msMax; Date.now() < end && !(await isDone()); ) await sleep(2_000);
    },
    begin: () => {
      for (const node of [...nodes.values()].flat()) node.forgetCalls();
    },
    payOn: (network) => {
      const family = familyOf(network);
      const n = (next.get(network) ?? 0) % OPEN;
      next.set(network, n + 1);
      const raw = network === 'BEP20' ? PAID * 10n ** 12n : PAID;
      const chain = chains.find((one) => one.network === network);
      chain?.pay(addressKey(digitOf(options), family, n), raw, (txHash, at) => minedAt.set(txHash, { network, at }));
    },
    costs: async () => {
      const { rows: seen } = await sql<{ hash: string; at: Date }>`select tx_hash as hash, seen_at as at from transfers`.execute(
        app.platform.db.query,
      );
      const { rows: cursors } = await sql<{ network: Network; error: string | null }>`
        select network, last_error as error from chain_cursors`.execute(app.platform.db.query);
      const seenAt = new Map(seen.map(({ hash, at }) => [hash, at.getTime()]));
      return NETWORKS.map((network) => {
        const busiest = [...(nodes.get(network) ?? [])].sort((a, b) => b.total() - a.total())[0];
        const paid = [...minedAt].filter(([, payment]) => payment.network === network);
        const seenMs = paid.flatMap(([hash, { at }]) => (seenAt.has(hash) ? [(seenAt.get(hash) ?? 0) - at] : []));
        const methods = [...(busiest?.calls ?? [])].sort(([, a], [, b]) => b - a);
        const error = cursors.find((cursor) => cursor.network === network)?.error ?? null;
        return { network, calls: busiest?.total() ?? 0, requests: busiest?.requests ?? 0, methods, seenMs, paid: paid.length, error };
      });
    },
    close: async () => {
      await app.stop();
      for (const node of [...nodes.values()].flat()) node.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
