import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkSettings } from '../../config-networks';
import type { Logger } from '../../platform/log';
import { createWakeup } from '../../platform/wakeup';
import type { ChainAdapter, ReadCursor } from './adapters/chain-adapter';
import { NetworkMismatch } from './adapters/evm/evm-node';
import type { ChainMetrics } from './chains.metrics';
import {
  ensureCursor,
  fence,
  type Lease,
  LeaseLost,
  listCheckpoints,
  readCursors,
  releaseLease,
  saveError,
  takeLease,
} from './cursors.queries';
import { type RecordDeps, recordFinal, recordRange } from './record';
import { RpcError } from './rpc/rpc-errors';
import { listDueForFinality } from './transfers.queries';

export type NetworkWatcherDeps = RecordDeps & {
  readonly settings: NetworkSettings;
  readonly adapter: ChainAdapter;
  readonly holder: string;
  readonly log: Logger;
  readonly metrics: ChainMetrics;
};
export type NetworkWatcher = { start(): void; stop(): Promise<void> };

const STANDBY_MS = 2_000;
const RENEW_MS = 5_000;
const FINAL_BATCH = 100;
const RETRY_MS = 500;
const RETRY_MS_MAX = 15_000;

/** One loop per network: take the lease, look, record, rest. Whatever goes wrong is logged, counted and tried again. */
export function createNetworkWatcher(deps: NetworkWatcherDeps): NetworkWatcher {
  const { settings, adapter, db, log, metrics } = deps;
  const { network } = settings;
  const wakeup = createWakeup();
  let running = false;
  let done: Promise<void> = Promise.resolve();
  let lease: Lease | undefined;
  let renewedAt = 0;
  let rescanFrom: number | undefined;
  let failures = 0;

  async function readCursor(): Promise<ReadCursor> {
    const [row] = await readCursors(db.query, [network]);
    const [checkpoint] = await listCheckpoints(db.query, network, undefined, 1);
    return { nextBlock: row?.nextBlock ?? null, checkpoint, rescanFrom };
  }

  async function finalise(held: Lease, finalBlock: number): Promise<void> {
    for (;;) {
      const due = await listDueForFinality(db.query, network, finalBlock, FINAL_BATCH);
      if (due.length === 0) return;
      const verdicts = await adapter.confirm(due);
      const gone = due.filter(({ id }) => verdicts.get(id) === 'gone');
      rescanFrom = gone.length === 0 ? rescanFrom : Math.min(...gone.map(({ blockNumber }) => blockNumber));
      const verified = due.filter(({ id }) => verdicts.get(id) === 'final');
      if (verified.length > 0) await recordFinal(deps, held, verified);
      if (verified.length < FINAL_BATCH) return; // the rest waits for the next look
    }
  }

  /** Answers how long to rest. */
  async function look(held: Lease): Promise<number> {
    const step = await adapter.step(await readCursor());
    if (step.doubt !== undefined) {
      await saveError(db.query, held, step.doubt, deps.clock.now(), false);
      return settings.pollMs;
    }
    if (step.range !== undefined) {
      const news = await recordRange(deps, held, settings, { ...step, range: step.range });
      rescanFrom = undefined;
      renewedAt = Date.now();
      metrics.zeroValue.inc({ network }, step.range.zeroValue);
      for (const { kind } of news) metrics.transfers.inc({ network, kind });
    } else if (Date.now() - renewedAt > RENEW_MS) {
      await fence(db.query, held);
      renewedAt = Date.now();
    }
    const readTo = step.range === undefined ? step.finalBlock : step.range.to;
    await finalise(held, Math.min(step.finalBlock, readTo));
    return step.caughtUp ? settings.pollMs : 0;
  }

  async function round(): Promise<number> {
    if (lease === undefined) {
      lease = await takeLease(db.query, network, deps.holder);
      if (lease === undefined) return STANDBY_MS;
      renewedAt = Date.now();
      log.info({ network, epoch: lease.epoch.toString() }, 'watching');
    }
    const rest = await look(lease);
    failures = 0;
    return rest;
  }

  async function failed(error: unknown): Promise<number> {
    if (error instanceof LeaseLost) {
      log.warn({ network }, 'another process watches this network now');
      lease = undefined;
      return STANDBY_MS;
    }
    failures += 1;
    metrics.errors.inc({ network, fault: error instanceof RpcError ? error.fault : 'other' });
    const isRefusal = error instanceof NetworkMismatch;
    const level = isRefusal || !(error instanceof RpcError) ? 'error' : 'warn';
    log[level]({ err: error, network }, isRefusal ? 'network refused' : 'reading failed; trying again');
    const message = error instanceof Error ? error.message : String(error);
    if (lease !== undefined) await saveError(db.query, lease, message, deps.clock.now(), isRefusal);
    return Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** Math.min(failures, 6)) * (0.5 + Math.random() / 2);
  }

  async function loop(): Promise<void> {
    while (running) {
      let rest: number;
      try {
        await ensureCursor(db.query, network);
        rest = await round();
      } catch (error) {
        rest = await failed(error).catch(() => RETRY_MS_MAX / 5); // the database is away; its own errors are logged above
      }
      if (running && rest > 0) await wakeup.wait(rest);
      else await sleep(0);
    }
    if (lease !== undefined) await releaseLease(db.query, lease).catch(() => undefined);
    lease = undefined;
  }

  return {
    start: () => {
      running = true;
      done = loop();
    },
    stop: async () => {
      running = false;
      wakeup.wake();
      await done;
    },
  };
}
