import type { NetworkSettings } from '../../../../config-networks';
import type { Db } from '../../../../platform/db/db';
import type { UsageBook } from '../../rpc/usage-book';

export type SolanaDeps = {
  readonly settings: NetworkSettings;
  readonly db: Db;
  readonly now: () => Date;
  /** Counts the requests to each node. */
  readonly usage?: UsageBook;
  /** Owners with open invoices; the others are polled hourly or less. Undefined polls all of them every time. */
  readonly busyOwners: () => Promise<ReadonlySet<string> | undefined>;
};
