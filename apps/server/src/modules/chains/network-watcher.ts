import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../platform/log';
import { createWakeup } from '../../platform/wakeup';
import { ensureCursor, type Lease, LeaseLost, releaseLease, saveError, takeLease } from './cursors.queries';
import { createLook, type LookDeps } from './look';
import { NetworkMismatch, RpcError } from './rpc/rpc-errors';

export type NetworkWatcherDeps = LookDeps & { readonly holder: string; readonly log: Logger };
export type NetworkWatcher = { start(): void; stop(): Promise<void> };

const STANDBY_MS = 2_000;
const BREATH_MS = 25;
const RETRY_MS = 500;
const RETRY_MS_MAX = 15_000;
const DATABASE_AWAY_MS = 3_000;
const STOP_MS_MAX = 5_000;

/** One loop per network: take the lease, look, rest. Whatever goes wrong is logged, counted and tried again. */
export function createNetworkWatcher({ holder, log, ...deps }: NetworkWatcherDeps): NetworkWatcher {
  const { db, metrics } = deps;
  const { network } = deps.settings;
  const look = createLook(deps);
  const wakeup = createWakeup();
  let running = false;
  let done: Promise<void> = Promise.resolve();
  let lease: Lease | undefined;
  let failures = 0;

  async function round(): Promise<number> {
    if (lease === undefined) {
      await ensureCursor(db.query, network);
      lease = await takeLease(db.query, network, holder);
      if (lease === undefined) return STANDBY_MS;
      log.info({ network, epoch: lease.epoch.toString() }, 'watching');
    }
    const began = performance.now();
    const rest = await look(lease);
    failures = 0;
    // The pace is from look to look, whatever a look takes; a slow node gets a breath all the same.
    return Math.max(rest - (performance.now() - began), Math.min(rest, BREATH_MS));
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
    return Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** Math.min(failures - 1, 6)) * (0.5 + Math.random() / 2);
  }

  async function loop(): Promise<void> {
    while (running) {
      const rest = await round().catch((error: unknown) => failed(error).catch(() => DATABASE_AWAY_MS));
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
      // A node may take its whole time-out to answer; what comes after that is fenced off anyway.
      await Promise.race([done, sleep(STOP_MS_MAX, undefined, { ref: false })]);
    },
  };
}
