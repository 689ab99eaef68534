import type { AccountChange } from '@stablegate/contract';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import type { Author } from '../../../platform/principal';
import type { StoreDeps } from '../stores.deps';

/** Those whose time has come, or of one owner all that wait. */
export type PendingOf = { readonly dueAt: Date } | { readonly userId: UserId };

/** What a thief would redirect income with: the new value is stored beside the old one with its time, and time decides. */
export type PendingKind = {
  /** In the log; the mail about it cancels it. */
  readonly requested: AccountChange;
  list(tx: Queryable, of: PendingOf): Promise<{ readonly id: string; readonly userId: UserId }[]>;
  isWaiting(deps: StoreDeps, tx: Queryable, userId: UserId, id: string): Promise<boolean>;
  /** False when nothing waits. */
  cancel(deps: StoreDeps, tx: Tx, author: Author, id: string): Promise<boolean>;
  /** Makes plain and logs what is in force by now. */
  settle(deps: StoreDeps, tx: Tx, author: Author, id: string): Promise<unknown>;
};
