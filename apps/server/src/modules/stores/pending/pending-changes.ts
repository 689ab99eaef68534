import type { AskedChange } from '../../../platform/audit';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import type { Author } from '../../../platform/principal';
import { ADDRESSES } from '../address-changes';
import { RATES } from '../epusdt/rate-changes';
import type { StoreDeps } from '../stores.deps';
import type { PendingKind } from './pending-kind';

const KINDS: readonly PendingKind[] = [ADDRESSES, RATES];
const kindOf = ({ action }: AskedChange): PendingKind | undefined => KINDS.find(({ requested }) => requested === action);

/** The author of what a clock does. */
const CLOCK = { ip: '-', device: 'Stablegate' } as const;

/** For the mails about changes, which cancel them. */
export const createPendingChanges = (deps: StoreDeps) => ({
  isWaiting: async (tx: Queryable, userId: UserId, asked: AskedChange): Promise<boolean> =>
    (await kindOf(asked)?.isWaiting(deps, tx, userId, asked.subject)) ?? false,
  cancel: async (tx: Tx, author: Author, asked: AskedChange): Promise<boolean> =>
    (await kindOf(asked)?.cancel(deps, tx, author, asked.subject)) ?? false,
  cancelAll: async (tx: Tx, author: Author): Promise<void> => {
    for (const kind of KINDS) {
      for (const { id } of await kind.list(tx, { userId: author.userId })) await kind.cancel(deps, tx, author, id);
    }
  },
});

/** In the worker. */
export async function applyDueChanges(deps: StoreDeps): Promise<void> {
  for (const kind of KINDS) {
    for (const { id, userId } of await kind.list(deps.db.query, { dueAt: deps.clocks.business.now() }))
      await deps.db.transaction((tx) => kind.settle(deps, tx, { ...CLOCK, userId }, id));
  }
}
