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
  /** From now on an invoice may be paid on this network, or it has a transfer on its way to finality. */
  readonly onOpened: (network: Network) => void;
  readonly checkMs?: number | undefined;
  /** How long to sleep while nothing is open; by default as while something is. */
  readonly idleMs?: ((polledMs: number) => number) | undefined;
};
export type Pace = {
  isOpen(network: Network): boolean;
  /** Whether to poll it often. */
  isQuick(network: Network): boolean;
  /** Polls announced networks often for some seconds; returns them. */
  hurry(): readonly Network[];
  /** Queries the database immediately. */
  check(): Promise<void>;
  /** The same, soon. */
  wake(): void;
  start(): void;
  stop(): Promise<void>;
};

/** While something is open, or messages do not arrive. A payment cannot be mined much sooner than this after its invoice was created. */
const CHECK_MS = 1_500;
/** An announced payment is read within this, whatever a stand-in's commitment levels are. */
const HURRY_MS = 5_000;

/**
 * Requests to nodes cost money, so an idle network is polled once a minute. Whether an invoice is open is read from the database here; its
 * creation only wakes this, at most once a second.
 */
export function createPace({ db, log, networks, openFamilies, onOpened, checkMs = CHECK_MS, idleMs = (ms) => ms }: PaceDeps): Pace {
  const names = networks.filter(({ enabled }) => enabled).map(({ network }) => network);
  const announced = networks.filter(({ enabled, isAnnounced }) => enabled && isAnnounced === true).map(({ network }) => network);
  let open: ReadonlySet<Network> = new Set(names); // until the database says otherwise
  let unsettled: ReadonlySet<Network> = open;
  let hurriedAt = Number.NEGATIVE_INFINITY;

  const hasWork = (network: Network): boolean => (announced.includes(network) ? unsettled : open).has(network);

  async function check(): Promise<void> {
    const families = await openFamilies();
    const byInvoice = names.filter((network) => families?.has(FAMILY_OF[network]) ?? true);
    const rest = names.filter((network) => announced.includes(network) || !byInvoice.includes(network));
    const was = { open, unsettled };
    unsettled = new Set(await listUnsettledNetworks(db.query, rest));
    open = new Set([...byInvoice, ...unsettled]);
    // An announced network is often open already when its transfer is recorded, and its poll may have chosen the slow pace by then.
    const isNew = (network: Network) => !was.open.has(network) || (unsettled.has(network) && !was.unsettled.has(network));
    for (const network of open) if (isNew(network)) onOpened(network);
  }

  const polling = createPollingLoop({
    round: async () => {
      await check();
      return names.some(hasWork) ? checkMs : idleMs(checkMs);
    },
    failed: (error) => {
      open = unsettled = new Set(names); // better too many polls than a payment seen late
      log.warn({ err: error }, 'cannot tell what is open; polling every network');
      return checkMs;
    },
  });

  return {
    isOpen: (network) => open.has(network),
    isQuick: (network) => hasWork(network) || (announced.includes(network) && performance.now() - hurriedAt < HURRY_MS),
    hurry: () => {
      hurriedAt = performance.now();
      return announced;
    },
    check,
    wake: polling.wake,
    start: polling.start,
    stop: polling.stop,
  };
}
