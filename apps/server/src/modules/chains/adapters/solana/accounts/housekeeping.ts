import type { Queryable } from '../../../../../platform/db/db';
import type { SolanaDeps } from '../solana-deps';
import { countUnread, queueReorged } from '../transactions/signatures.queries';
import { countFailing, dropUnwatched } from './token-accounts.queries';

const REORGED_MS = 60_000;
const UNWATCHED_MS = 3_600_000;

/** Periodic work beside reading: searching for reorged transfers, dropping unwatched owners, counting. */
export function createHousekeeping({ settings, db, now }: SolanaDeps) {
  const { network } = settings;
  let reorgedFrom = 0;
  let unwatchedFrom = 0;
  let notes: readonly string[] = [];
  return {
    /** What to save with the next step, if anything is due. */
    next: async (): Promise<((tx: Queryable) => Promise<void>) | undefined> => {
      const time = performance.now();
      if (time < reorgedFrom) return undefined;
      reorgedFrom = time + REORGED_MS;
      const isUnwatchedDue = time >= unwatchedFrom;
      if (isUnwatchedDue) unwatchedFrom = time + UNWATCHED_MS;
      const unread = (await countUnread(db.query)).some((row) => row.network === network);
      notes = [...(unread ? ['unread_signatures'] : []), ...((await countFailing(db.query, network)) > 0 ? ['accounts_not_listed'] : [])];
      return async (tx) => {
        await queueReorged(tx, network, now());
        if (isUnwatchedDue) await dropUnwatched(tx, network);
      };
    },
    /** Codes for the operators: what cannot be read on this network at present. */
    notes: (): readonly string[] => notes,
  };
}
