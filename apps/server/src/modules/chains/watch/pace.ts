import type { Network } from '@stablegate/contract';
import type { NetworkSettings } from '../../../config-networks';
import type { Db } from '../../../platform/db/db';
import { createPollingLoop } from '../../../platform/events/polling-loop';
import type { Logger } from '../../../platform/log';
import { FAMILY_OF } from '../chains.domain';
import { listUnsettledNetworks } from './due-transfers.queries';

/** Families of networks with an open invoice. Undefined: unknown, so all of them. */
export type OpenFamilies = () => Promise<ReadonlySet<string> | undefined>;

export type PaceDeps = {
  readonly db: Pick<Db, 'query'>;
  readonly log: Logger;
  readonly networks: readonly NetworkSettings[];
  readonly openFamilies: OpenFamilies;
  /** An invoice may be paid on this network from now on. */
  readonly onOpened: (network: Network) => void;
  readonly checkMs?: number | undefined;
};
export type Pace = {
  isOpen(network: Network): boolean;
  /** Queries the database immediately. */
  check(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

/** A new invoice is noticed within this: a payment cannot be mined much sooner. */
const CHECK_MS = 1_500;

/**
 * Requests to nodes cost money, so an idle network is polled once a minute. Whether an invoice is open is read from the database here, so
 * creating one costs nothing extra.
 */
export function createPace({ db, log, networks, openFamilies, onOpened, checkMs = CHECK_MS }: PaceDeps): Pace {
  const names = networks.filter(({ enabled }) => enabled).map(({ network }) => network);
  let open: ReadonlySet<Network> = new Set(names); // until the database says otherwise

  async function check(): Promise<void> {
    const families = await openFamilies();
    const byInvoice = names.filter((network) => families?.has(FAMILY_OF[network]) ?? true);
    const rest = names.filter((network) => !byInvoice.includes(network));
    const before = open;
    open = new Set([...byInvoice, ...(await listUnsettledNetworks(db.query, rest))]);
    for (const network of open) if (!before.has(network)) onOpened(network);
  }

  const polling = createPollingLoop({
    round: async () => {
      await check();
      return checkMs;
    },
    failed: (error) => {
      open = new Set(names); // better too many polls than a payment seen late
      log.warn({ err: error }, 'cannot tell what is open; polling every network');
      return checkMs;
    },
  });

  return {
    isOpen: (network) => open.has(network),
    check,
    start: polling.start,
    stop: polling.stop,
  };
}
