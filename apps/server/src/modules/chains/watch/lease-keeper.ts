import type { Logger } from '../../../platform/log';
import type { Lease } from './cursors.queries';
import type { RenewLease } from './renewals';

/** Every request and statement has a limit of seconds, so a poll without progress for this long will not end by itself. */
const STUCK_MS = 600_000;
/** Renewals per lease: a few may fail before it is lost. */
const RENEWALS = 5;
const MS_PER_SECOND = 1_000;

export type LeaseKeeperDeps = {
  readonly renewLease: RenewLease;
  readonly log: Logger;
  readonly stuckMs?: number | undefined;
};

export class PollStuck extends Error {
  override readonly name = 'PollStuck';
}

export type LeaseKeeper = {
  /** Renews the lease on a timer until `drop` or until the work is stuck. `onLost`: another process has it. */
  keep(lease: Lease, onLost: () => void): void;
  drop(): void;
  /** Runs a poll. Fails with PollStuck when it makes no progress; then the lease is no longer renewed either. */
  during<T>(poll: () => Promise<T>): Promise<T>;
  /** The current poll made progress. */
  progress(): void;
};

/**
 * A lease proves that its holder is alive, however long a poll takes: it is renewed on a timer while the event loop runs and the work
 * advances. A process that was killed, stopped or blocked stops renewing and loses its network when the lease expires.
 */
export function createLeaseKeeper({ renewLease, log, stuckMs = STUCK_MS }: LeaseKeeperDeps): LeaseKeeper {
  let kept: { readonly lease: Lease; readonly onLost: () => void } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let poll: { readonly since: Date; progressAt: number; readonly giveUp: (error: PollStuck) => void } | undefined;

  const isStuck = () => poll !== undefined && performance.now() - poll.progressAt > stuckMs;

  async function renew(): Promise<void> {
    const now = kept;
    if (now === undefined) return;
    if (isStuck()) {
      poll?.giveUp(new PollStuck(`polling ${now.lease.network} made no progress for ${stuckMs / MS_PER_SECOND} s`));
      return; // no longer renewed: the next holder raises the epoch, and this poll's remaining writes are refused
    }
    try {
      const isHeld = await renewLease(now.lease, poll?.since);
      if (!isHeld && kept === now) now.onLost();
    } catch (error) {
      log.warn({ err: error, network: now.lease.network }, 'the lease could not be renewed; retrying');
    }
  }

  function schedule(): void {
    const { lease } = kept ?? {};
    if (lease === undefined) return;
    const everyMs = (lease.seconds * MS_PER_SECOND) / RENEWALS;
    timer = setTimeout(() => void renew().finally(schedule), everyMs - (performance.now() % everyMs)); // together with the other networks
    timer.unref();
  }

  const drop = (): void => {
    kept = undefined;
    clearTimeout(timer);
  };

  return {
    keep: (lease, onLost) => {
      drop();
      kept = { lease, onLost };
      schedule();
    },
    drop,
    during: async (work) => {
      const stuck = new Promise<never>((_, reject) => {
        poll = { since: new Date(), progressAt: performance.now(), giveUp: reject };
      });
      try {
        return await Promise.race([work(), stuck]);
      } finally {
        poll = undefined;
      }
    },
    progress: () => {
      if (poll !== undefined) poll.progressAt = performance.now();
    },
  };
}
