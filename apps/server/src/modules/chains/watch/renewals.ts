import type { Db } from '../../../platform/db/db';
import { type Lease, type Renewal, renewLeases } from './cursors.queries';

/** Returns whether the lease is still held. */
export type RenewLease = (lease: Lease, pollingSince: Date | undefined) => Promise<boolean>;

/** Timers of one moment fire one after the other. */
const COLLECT_MS = 20;

type Waiting = { readonly renewal: Renewal; readonly done: (isHeld: boolean) => void; readonly failed: (error: unknown) => void };

/** The leases of a process are due at the same moments, and renewed by one statement. */
export function createRenewals(leaseDb: Pick<Db, 'query'>): RenewLease {
  let waiting: Waiting[] = [];

  async function renew(): Promise<void> {
    const batch = waiting;
    waiting = [];
    try {
      const renewals = batch.map(({ renewal }) => renewal);
      const held = await renewLeases(leaseDb.query, renewals);
      for (const { renewal, done } of batch) done(held.includes(renewal.network));
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
  }

  return (lease, pollingSince) =>
    new Promise((done, failed) => {
      waiting.push({ renewal: { ...lease, pollingSince }, done, failed });
      if (waiting.length === 1) setTimeout(() => void renew(), COLLECT_MS).unref();
    });
}
