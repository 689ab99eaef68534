import { setTimeout as sleep } from 'node:timers/promises';
import type { Network } from '@stablegate/contract';
import { Registry } from 'prom-client';
import { expect } from 'vitest';
import type { NetworkSettings } from '../src/config';
import { type ChainDeps, type ChainService, createChainService } from '../src/modules/chains/chains.service';
import { systemClocks } from '../src/platform/clock';
import { createDb, type Db } from '../src/platform/db/db';
import { createOutbox } from '../src/platform/events/outbox';
import { createLogger } from '../src/platform/log';
import type { Metrics } from '../src/platform/metrics';
import { afterFile } from './after-file';

export type Scanner = ChainService & { readonly db: Db; readonly registry: Registry };

/** One watching process: its own connections, memory and lease. Stops automatically after the file. */
export function createScanner(
  databaseUrl: string,
  networks: readonly NetworkSettings[],
  parts: Partial<Pick<ChainDeps, 'timing' | 'settleTransfers' | 'busyOwners' | 'openFamilies' | 'idleMs'>> = {},
): Scanner {
  const db = createDb({ url: databaseUrl, poolMax: 6, applicationName: 'test' });
  const log = createLogger('silent');
  const registry = new Registry();
  const chains = createChainService({
    settleTransfers: async () => undefined,
    busyOwners: async () => undefined,
    openFamilies: async () => undefined,
    ...parts,
    db,
    log,
    outbox: createOutbox({ db, log }),
    clocks: systemClocks,
    metrics: { registry } as Metrics,
    networks,
  });
  afterFile(async () => {
    await chains.stopWatching();
    await db.close();
  });
  return { ...chains, db, registry };
}

export type TransferRow = {
  id: string;
  network: string;
  tx_hash: string;
  log_index: number;
  from_address: string;
  to_address: string;
  amount: bigint;
  raw: string;
  state: string;
  final_at: Date | null;
  block_number: bigint;
  block_hash: string;
};

export const transfersOf = (db: Db): Promise<TransferRow[]> =>
  db.query
    .selectFrom('transfers')
    .select([
      'id',
      'network',
      'tx_hash',
      'log_index',
      'from_address',
      'to_address',
      'amount',
      'raw',
      'state',
      'final_at',
      'block_number',
      'block_hash',
    ])
    .orderBy('block_number')
    .orderBy('log_index')
    .execute();

export const topicsOf = async (db: Db): Promise<string[]> =>
  (await db.query.selectFrom('events').select('topic').orderBy('id').execute()).map((event) => event.topic);

export async function cursorOf(db: Db, network: Network): Promise<{ next: number; error: string | null; refused: string | null }> {
  const row = await db.query
    .selectFrom('chain_cursors')
    .select(['next_block', 'last_error', 'refused'])
    .where('network', '=', network)
    .executeTakeFirst();
  return { next: Number(row?.next_block ?? -1), error: row?.last_error ?? null, refused: row?.refused ?? null };
}

/** Registers an address as the platform's and watches it. */
export async function watch(scanner: Scanner, network: Network, address: string, ref = 'test'): Promise<void> {
  await scanner.db.transaction(async (tx) => {
    await scanner.claimAddress(tx, 'platform', network, address);
    await scanner.watchAddresses(tx, 'invoice', ref, [{ network, address }]);
  });
}

/** Retries until the check passes; otherwise fails with the last error. */
export async function until(check: () => Promise<void> | void, ms = 25_000): Promise<void> {
  const end = Date.now() + ms;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(25);
    }
  }
}

export const untilRead = (scanner: Scanner, network: Network, block: number): Promise<void> =>
  until(async () => expect((await cursorOf(scanner.db, network)).next).toBeGreaterThan(block));
