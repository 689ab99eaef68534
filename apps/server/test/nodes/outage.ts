import { setTimeout as sleep } from 'node:timers/promises';
import type { Network } from '@stablegate/contract';
import { unitsOfMicros } from '@stablegate/rules';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { PROFILES } from '../../src/config-network-profiles';
import { FAMILY_OF } from '../../src/modules/chains/chains.domain';
import { createChainService } from '../../src/modules/chains/chains.service';
import { systemClocks } from '../../src/platform/clock';
import { createDb, type Db } from '../../src/platform/db/db';
import { createOutbox } from '../../src/platform/events/outbox';
import { createLogger } from '../../src/platform/log';
import type { Metrics } from '../../src/platform/metrics';
import { createSimulatedEvm } from './evm/evm-chain';
import type { EvmChain } from './evm/evm-types';
import type { NodeFaults } from './node-types';
import { settingsFor } from './settings';
import { keyOf } from './solana/solana-build';
import { createSimulatedSolana } from './solana/solana-chain';
import type { SolanaChain } from './solana/solana-types';
import { type SimulatedNode, startSimulatedNode } from './start-node';

export type Outage = {
  readonly network: Network;
  readonly payments: number;
  readonly minutes: number;
  /** What each of the two nodes answers in a second; a request beyond it is refused. */
  readonly callsPerSecond: number;
  readonly faults?: Partial<NodeFaults>;
  /** Given up after this. */
  readonly msMax: number;
};
export type CatchUp = {
  /** Payments announced as final, each counted once, and how often one was announced again. */
  readonly final: number;
  readonly repeated: number;
  readonly seconds: number;
  /** Of the busier node. */
  readonly calls: number;
  readonly methods: readonly (readonly [string, number])[];
  /** Without which the node could not have proven the payments: each transaction alone, and a list of the blocks or of each account. */
  readonly leastCalls: number;
  readonly leastSeconds: number;
  /** The watcher's last. */
  readonly error: string | null;
};

/** A wallet gets this many payments, as in a shop that tells them apart by their amounts. */
const PAYMENTS_PER_WALLET = 20;
const MICROS = 5_000_000n;
const QUIET_BLOCKS = 64;

type Chain = EvmChain | SolanaChain;

const walletsOf = ({ network, payments }: Outage): string[] =>
  Array.from({ length: Math.ceil(payments / PAYMENTS_PER_WALLET) }, (_, n) =>
    network === 'SOLANA' ? keyOf('wallet', n) : `0x${(n + 1).toString(16).padStart(40, 'a')}`,
  );

/** All blocks of the outage, the payments spread evenly over them; the last ones are final or become so at mainnet's pace. */
function mineOutage({ network, payments, minutes }: Outage, wallets: readonly string[]): Chain {
  const { blockMs, decimals } = PROFILES.mainnet[network];
  const raw = unitsOfMicros(MICROS, decimals);
  const blocks = Math.ceil((minutes * 60_000) / blockMs);
  const timeOf = (block: number) => Date.now() - (blocks - block) * blockMs;
  let now: () => number = () => timeOf(0);
  const options = { now: () => now(), finalityDepth: Math.min(QUIET_BLOCKS, Math.ceil(10_000 / blockMs)) };
  const chain = network === 'SOLANA' ? createSimulatedSolana(options) : createSimulatedEvm({ network, ...options });
  let paid = 0;
  for (let block = 1; block <= blocks; block += 1) {
    const due = Math.floor((block * payments) / blocks);
    const transfers = Array.from({ length: due - paid }, (_, n) => ({ to: wallets[(paid + n) % wallets.length] ?? '', raw }));
    paid = due;
    chain.mine({ transfers, timeMs: timeOf(block) });
  }
  now = Date.now;
  return chain;
}

async function watchWallets(db: Db, { network, minutes }: Outage, wallets: readonly string[]): Promise<void> {
  const family = FAMILY_OF[network];
  await sql`insert into address_owners (family, address_key) select ${family}, key from unnest(${wallets}::text[]) key`.execute(db.query);
  await sql`insert into watched_addresses (family, address_key, reason, ref, added_at)
            select ${family}, key, 'invoice', key, now() - ${`${minutes + 10} minutes`}::interval from unnest(${wallets}::text[]) key`.execute(
    db.query,
  );
}

/** What a node's plan makes unavoidable. */
function leastCalls({ network, payments, minutes }: Outage, wallets: number): number {
  const { blockMs, rangeMax } = PROFILES.mainnet[network];
  return payments + (network === 'SOLANA' ? wallets : Math.ceil((minutes * 60_000) / blockMs / rangeMax));
}

function resultOf(outage: Outage, nodes: readonly SimulatedNode[], counts: ReadonlyMap<string, number>, elapsedMs: number) {
  const [busier] = [...nodes].sort((a, b) => b.total() - a.total());
  const least = leastCalls(outage, walletsOf(outage).length);
  return {
    final: counts.size,
    repeated: [...counts.values()].filter((count) => count > 1).length,
    seconds: elapsedMs / 1_000,
    calls: busier?.total() ?? 0,
    methods: [...(busier?.calls ?? [])].sort(([, a], [, b]) => b - a),
    leastCalls: least,
    leastSeconds: least / outage.callsPerSecond,
  };
}

/** A gateway that was away while payments arrived, and catches up on two nodes of a small plan: until every payment is final. */
export async function catchUp(databaseUrl: string, outage: Outage): Promise<CatchUp> {
  const { network, callsPerSecond, faults = {}, payments, msMax } = outage;
  const wallets = walletsOf(outage);
  const chain = mineOutage(outage, wallets);
  const { blockMs, pollMs, tipMargin, rangeMax } = PROFILES.mainnet[network];
  const limits = { provider: 'geth', rate: { calls: callsPerSecond, windowMs: 1_000 }, logRange: rangeMax } as const;
  const start = () => startSimulatedNode(chain, { limits, faults });
  const nodes = [await start(), await start()];
  const mining = setInterval(() => void chain.mine(), blockMs);
  const db = createDb({ url: databaseUrl, poolMax: 4, applicationName: 'outage' });
  const log = createLogger('silent');
  const counts = new Map<string, number>();
  const startBlock = chain.network === 'SOLANA' ? {} : { startBlock: chain.startNumber };
  const chains = createChainService({
    settleTransfers: async (_tx, changes) => {
      for (const { kind, transfer } of changes) if (kind === 'final') counts.set(transfer.id, (counts.get(transfer.id) ?? 0) + 1);
    },
    busyOwners: async () => undefined,
    openFamilies: async () => undefined,
    db,
    log,
    outbox: createOutbox({ db, log }),
    clocks: systemClocks,
    metrics: { registry: new Registry() } as Metrics,
    networks: [settingsFor(chain, nodes, { blockMs, pollMs, tipMargin, ratePerSecond: callsPerSecond, idlePollMs: pollMs, ...startBlock })],
  });
  try {
    await watchWallets(db, outage, wallets);
    const began = performance.now();
    chains.startWatching();
    while (counts.size < payments && performance.now() - began < msMax) await sleep(100);
    const { rows } = await sql<{ error: string | null }>`select last_error as error from chain_cursors`.execute(db.query);
    return { ...resultOf(outage, nodes, counts, performance.now() - began), error: rows[0]?.error ?? null };
  } finally {
    await chains.stopWatching();
    await db.close();
    clearInterval(mining);
    for (const node of nodes) node.close();
  }
}
