import type { NetworkSettings } from '../../../../config-networks';
import type { Db } from '../../../../platform/db/db';
import type { UsageBook } from '../../rpc/usage-book';

export type SolanaDeps = {
  readonly settings: NetworkSettings;
  readonly db: Db;
  readonly now: () => Date;
  /** Where it is counted what nodes are asked. */
  readonly usage?: UsageBook;
  /** Owners somebody is about to pay; the others are asked once an hour or less. Undefined asks all of them at every look. */
  readonly busyOwners: () => Promise<ReadonlySet<string> | undefined>;
};
