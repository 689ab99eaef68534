import { setTimeout as sleep } from 'node:timers/promises';
import { createPollingLoop } from '../../../platform/events/polling-loop';
import type { Logger } from '../../../platform/log';
import { NetworkMismatch, RpcError } from '../rpc/rpc-errors';
import { ensureCursor, type Lease, LeaseLost, releaseLease, saveError, takeLease } from './cursors.queries';
import { createLeaseKeeper, type LeaseKeeperDeps, PollStuck } from './lease-keeper';
import { createPoll, type PollDeps } from './poll';

/** Tests make them short. */
export type WatchTiming = { readonly leaseSeconds?: number; readonly stuckMs?: number; readonly openCheckMs?: number };
export type NetworkWatcherDeps = Omit<PollDeps, 'progress'> &
  Pick<LeaseKeeperDeps, 'renewLease'> & { readonly holder: string; readonly log: Logger; readonly timing: WatchTiming };
export type NetworkWatcher = {
  start(): void;
  /** Polls immediately instead of waiting. */
  wake(): void;
  stop(): Promise<void>;
};

const STANDBY_MS = 2_000;
const PAUSE_MS_MIN = 25;
const RETRY_MS = 500;
const RETRY_MS_MAX = 15_000;
const DATABASE_AWAY_MS = 3_000;
const STOP_MS_MAX = 5_000;

function complain(log: Logger, network: string, error: unknown): void {
  const isRefusal = error instanceof NetworkMismatch;
  const level = isRefusal || !(error instanceof RpcError) ? 'error' : 'warn';
  log[level]({ err: error, network }, isRefusal ? 'network refused' : 'poll failed; retrying');
}

/** Takes the lease, polls, and returns the delay until the next poll. */
function createRounds({ holder, log, timing, renewLease, ...deps }: NetworkWatcherDeps) {
  const { db, metrics } = deps;
  const { network } = deps.settings;
  const keeper = createLeaseKeeper({ renewLease, log, stuckMs: timing.stuckMs });
  const poll = createPoll({ ...deps, progress: keeper.progress });
  let lease: Lease | undefined;
  let failures = 0;

  function forgetLease(): void {
    keeper.drop();
    lease = undefined;
  }

  async function takeOver(): Promise<Lease | undefined> {
    await ensureCursor(db.query, network);
    const taken = await takeLease(db.query, network, holder, timing.leaseSeconds);
    if (taken === undefined) return undefined;
    keeper.keep(taken, () => {
      log.warn({ network }, 'another process watches this network now');
      forgetLease();
    });
    log.info({ network, epoch: taken.epoch.toString() }, 'watching');
    return taken;
  }

  async function round(): Promise<number> {
    const held = lease ?? (await takeOver());
    lease = held;
    if (held === undefined) return STANDBY_MS;
    const began = performance.now();
    const delayMs = await keeper.during(() => poll(held));
    const tookMs = performance.now() - began;
    metrics.pollDuration.observe({ network }, tookMs / 1_000);
    failures = 0;
    // The pace is measured from poll to poll, whatever a poll takes; a slow node still gets a short pause.
    return Math.max(delayMs - tookMs, Math.min(delayMs, PAUSE_MS_MIN));
  }

  /** Saved for the status page; a stuck poll also releases the network to another process. */
  async function report(error: unknown): Promise<void> {
    if (lease === undefined) return;
    const held = lease;
    const message = error instanceof Error ? error.message : String(error);
    await saveError(db.query, held, message, deps.clock.now(), error instanceof NetworkMismatch);
    if (!(error instanceof PollStuck)) return;
    forgetLease();
    await releaseLease(db.query, held);
  }

  async function failed(error: unknown): Promise<number> {
    if (error instanceof LeaseLost) {
      log.warn({ network }, 'another process watches this network now');
      forgetLease();
      return STANDBY_MS;
    }
    failures += 1;
    metrics.errors.inc({ network, fault: error instanceof RpcError ? error.fault : 'other' });
    complain(log, network, error);
    await report(error);
    return Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** Math.min(failures - 1, 6)) * (0.5 + Math.random() / 2);
  }

  async function release(): Promise<void> {
    const held = lease;
    forgetLease();
    if (held !== undefined) await releaseLease(db.query, held).catch(() => undefined);
  }

  return { round, failed, release, drop: keeper.drop };
}

/** One loop per network. Every error is logged, counted and retried. */
export function createNetworkWatcher(deps: NetworkWatcherDeps): NetworkWatcher {
  const rounds = createRounds(deps);
  const polling = createPollingLoop({
    round: rounds.round,
    failed: (error) => rounds.failed(error).catch(() => DATABASE_AWAY_MS),
  });

  return {
    ...polling,
    stop: async () => {
      // A node may use its whole time-out; writes after that are fenced off anyway.
      const done = polling.stop().then(rounds.release);
      await Promise.race([done, sleep(STOP_MS_MAX, undefined, { ref: false })]);
      rounds.drop();
    },
  };
}
