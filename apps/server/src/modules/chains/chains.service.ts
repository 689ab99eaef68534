import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Network } from '@stablegate/contract';
import { microsOfUnits } from '@stablegate/rules';
import type { NetworkSettings } from '../../config-networks';
import { assertDefined } from '../../platform/assert';
import type { Clocks } from '../../platform/clock';
import type { Db, Tx } from '../../platform/db/db';
import type { TransferId } from '../../platform/id-types';
import type { Platform } from '../../platform/platform';
import type { ChainAdapter, ChainMemory, FoundSent, SentFindings, SentSearch, Verdict, WantedTransfer } from './adapters/chain-adapter';
import { createEvmAdapter } from './adapters/evm/evm-adapter';
import { createSolanaAdapter } from './adapters/solana/solana-adapter';
import { countUnread } from './adapters/solana/transactions/signatures.queries';
import { createAddressBook } from './addresses/address-book';
import { FAMILY_OF, type Family, type IncomingTransfer, slowedDown, type Transfer, type TransferState } from './chains.domain';
import { countTransferRows, countUnmatchedRows, listTransferRows, type TransferFilter } from './list-transfers.queries';
import { createUsageBook, type UsageBook } from './rpc/usage-book';
import { asLookUp } from './rpc/usage-meter';
import { type ChainMetrics, createChainMetrics } from './status/chains.metrics';
import { createNetworkAlarms } from './status/network-alarms';
import { createNetworkFacts } from './status/network-facts';
import { createNetworkStatus } from './status/network-status';
import { listCheckpoints, requestRescan } from './watch/cursors.queries';
import { awaitsFinality } from './watch/due-transfers.queries';
import { createNetworkWatcher, type WatchTiming } from './watch/network-watcher';
import { createPace, type OpenFamilies } from './watch/pace';
import type { TransferHandler } from './watch/record';
import { createRenewals } from './watch/renewals';
import { listByTransactions, listKnown, listTransfersByIds, setStates } from './watch/transfers.queries';
import { createWatchIndex, type WatchIndex } from './watch/watch-index';

export type { ParsedAddress } from './addresses/addresses';
export type { Family, Transfer, TransferChange, TransferState, WatchReason } from './chains.domain';
export type { TransferFilter } from './list-transfers.queries';
export type { TransferHandler } from './watch/record';

export type ChainDeps = Pick<Platform, 'db' | 'outbox' | 'log' | 'metrics'> & {
  readonly clocks: Clocks;
  readonly networks: readonly NetworkSettings[];
  /** Connections for renewing leases, which exhausting the work's cannot cost; by default those of the work. */
  readonly leaseDb?: Db;
  readonly timing?: WatchTiming;
  /** How long nodes may take to report on an address before it is registered; 0 or undefined: none is asked. */
  readonly addressLookupMs?: number;
  /** Applies transfers to invoices, in the transaction that records them. */
  readonly settleTransfers: TransferHandler;
  /** Address keys of Solana owners with open invoices: polled every time, the others hourly. Undefined: all are busy. */
  readonly busyOwners: () => Promise<ReadonlySet<string> | undefined>;
  /** Families with an open invoice: their networks are polled quickly, the others once a minute. Undefined: all quickly. */
  readonly openFamilies: OpenFamilies;
  /** How long to sleep while nothing is open. */
  readonly idleMs?: (polledMs: number) => number;
};

const memoryOf = (db: Db, { network }: NetworkSettings): ChainMemory => ({
  olderCheckpoints: (below, limit) => listCheckpoints(db.query, network, below, limit),
  liveTransfers: (from, to) => listKnown(db.query, network, from, to),
  awaitsFinality: (upTo) => awaitsFinality(db.query, network, upTo),
});

/** A transfer on chain that may not be recorded here. */
export type FoundTransfer = Pick<Transfer, 'fromAddress' | 'toAddress' | 'amountMicros' | 'blockNumber' | 'blockTime'>;

/** A transfer to any address, with the amount in micro-units. */
export type SentTransfer = IncomingTransfer & { readonly amountMicros: bigint };

/** Transfers between given addresses, as the nodes list them; each still needs its proof. */
export type SentSearched = Omit<SentFindings, 'transfers'> & {
  readonly transfers: readonly (FoundSent & { readonly amountMicros: bigint })[];
};

const toFound = ({ fromAddress, toAddress, raw, block }: IncomingTransfer, decimals: number): FoundTransfer => ({
  fromAddress,
  toAddress,
  amountMicros: microsOfUnits(raw, decimals),
  blockNumber: block.number,
  blockTime: block.time,
});

/** Distinguishes two processes of one machine, and two runs of one process. */
const holderName = (): string => `${hostname()}/${process.pid}/${randomUUID().slice(0, 8)}`;

type Running = { readonly settings: NetworkSettings; readonly adapter: ChainAdapter };

/** What the nodes are asked on behalf of a person. */
function createLookups(running: readonly Running[], usage: Pick<UsageBook, 'start'>) {
  const adapterOn = (network: Network) => {
    usage.start(); // a process that watches nothing spends the same budgets
    return running.find(({ settings }) => settings.network === network);
  };
  return {
    /** The transfers of a transaction to watched addresses, as reported by the nodes; undefined: none of them knows it. */
    lookUp: async (network: Network, txHash: string): Promise<FoundTransfer[] | undefined> => {
      const asked = adapterOn(network);
      const found = await asLookUp(() => asked?.adapter.lookUp(txHash));
      return found?.map((transfer) => toFound(transfer, asked?.settings.decimals ?? 0));
    },
    /** The transfers of a transaction to this address, watched or not; undefined: enough nodes answered, and none knows the transaction. */
    lookUpSent: async (network: Network, txHash: string, toKey: string): Promise<SentTransfer[] | undefined> => {
      const { adapter, settings } = assertDefined(adapterOn(network), `an enabled network ${network}`);
      const found = await asLookUp(() => adapter.lookUpTo(txHash, toKey));
      return found?.map((transfer) => ({ ...transfer, amountMicros: microsOfUnits(transfer.raw, settings.decimals) }));
    },
    /** Searches for transfers by sender and recipient; undefined where the network is off. */
    findSent: async (network: Network, search: SentSearch): Promise<SentSearched | undefined> => {
      const asked = adapterOn(network);
      const found = await asked?.adapter.findSent(search);
      const withAmount = (transfer: FoundSent) => ({
        ...transfer,
        amountMicros: microsOfUnits(transfer.raw, asked?.settings.decimals ?? 0),
      });
      return found && { ...found, transfers: found.transfers.map(withAmount) };
    },
    /** How long to pause between such searches: longer while a node's budget is being used up too fast. */
    slowedOn: (network: Network, pauseMs: number): number =>
      slowedDown(pauseMs, adapterOn(network)?.adapter.assurance().budgetPressure ?? 0),
    /** Whether a transfer of any address is final: the check that every payment passes. */
    confirmSent: async (network: Network, { block, ...transfer }: IncomingTransfer): Promise<Verdict> => {
      const { adapter } = assertDefined(adapterOn(network), `an enabled network ${network}`);
      const verdicts = await adapter.confirm([{ ...transfer, id: transfer.txHash, blockNumber: block.number, blockHash: block.hash }]);
      return verdicts.get(transfer.txHash) ?? 'wait';
    },
    /** What a wallet signs to make the transfer; undefined where the network is off, or wallets make it themselves. */
    prepareTransfer: async (network: Network, transfer: WantedTransfer): Promise<Uint8Array | undefined> =>
      asLookUp(() => adapterOn(network)?.adapter.prepareTransfer?.(transfer)),
  };
}

/** One for each family: its networks share their addresses. */
function createIndexes(db: Db): (family: Family) => WatchIndex {
  const indexes = new Map<Family, WatchIndex>();
  return (family) => {
    const index = indexes.get(family) ?? createWatchIndex(db, family);
    indexes.set(family, index);
    return index;
  };
}

/** One adapter and one watcher per enabled network, and the pace they share. */
function createWatching(deps: ChainDeps & { readonly chainMetrics: ChainMetrics; readonly usage: UsageBook }) {
  const {
    db,
    outbox,
    networks,
    usage,
    log,
    settleTransfers,
    busyOwners,
    openFamilies,
    chainMetrics: metrics,
    leaseDb = db,
    timing = {},
  } = deps;
  const clock = deps.clocks.business;
  const indexOf = createIndexes(db);
  const adapterOf = (settings: NetworkSettings): ChainAdapter =>
    FAMILY_OF[settings.network] === 'solana'
      ? createSolanaAdapter({ settings, db, now: () => clock.now(), busyOwners, usage })
      : createEvmAdapter({
          settings,
          memory: memoryOf(db, settings),
          refreshWatched: indexOf(FAMILY_OF[settings.network]).refresh,
          now: () => clock.now(),
          usage,
        });
  const holder = holderName();
  const renewLease = createRenewals(leaseDb);
  const running = networks.filter((settings) => settings.enabled).map((settings) => ({ settings, adapter: adapterOf(settings) }));
  const watchers = new Map(
    running.map(({ settings, adapter }) => {
      const parts = { db, renewLease, outbox, clock, settleTransfers, settings, adapter, holder, log, metrics, timing };
      const paced = {
        isOpen: () => pace.isOpen(settings.network),
        isQuick: () => pace.isQuick(settings.network),
        onTransfers: () => pace.wake(),
      };
      return [settings.network, createNetworkWatcher({ ...parts, ...paced })];
    }),
  );
  const pace = createPace({
    db,
    log,
    networks,
    openFamilies,
    onOpened: (network) => watchers.get(network)?.wake(),
    checkMs: timing.openCheckMs,
    idleMs: deps.idleMs,
  });
  return {
    /** An invoice was created: its networks are polled sooner. */
    checkOpen: pace.wake,
    /** Networks that announce their blocks are polled now, and often for some seconds. */
    pollNow: (): void => {
      for (const network of pace.hurry()) watchers.get(network)?.wake();
    },
    ...createLookups(running, usage),
    startWatching: (): void => {
      usage.start();
      pace.start();
      for (const watcher of watchers.values()) watcher.start();
    },
    stopWatching: async (): Promise<void> => {
      await Promise.all([pace.stop(), ...[...watchers.values()].map((watcher) => watcher.stop())]);
      await usage.stop();
    },
  };
}

export function createChainService(deps: ChainDeps) {
  const { db, networks } = deps;
  const clock = deps.clocks.business;
  const log = deps.log.child({ part: 'chains' });
  const status = createNetworkStatus({ db, clock, networks });
  const usage = createUsageBook({ db, log });
  const chainMetrics = createChainMetrics(deps.metrics, {
    readFigures: status.figures,
    readSpending: status.spending,
    readUnread: () => countUnread(db.query),
  });

  return {
    ...createAddressBook({ ...deps, log, usage }),
    ...status,
    ...createWatching({ ...deps, log, chainMetrics, usage }),
    ...createNetworkFacts(networks),
    ...createNetworkAlarms({ networks }),
    networks,
    /** Newest first, of the given owners. */
    listOwned: (filter: TransferFilter, page: { readonly offset: number; readonly limit: number }): Promise<Transfer[]> =>
      listTransferRows(db.query, filter, page),
    /** Of the platform's own store: those of merchants are in their inboxes. Counts to `max` and no further. */
    countUnmatched: (max: number): Promise<number> => countUnmatchedRows(db.query, max),
    /** Counts to `max` and no further. */
    countOwned: (filter: TransferFilter, max: number): Promise<number> => countTransferRows(db.query, filter, max),
    listTransfers: (tx: Tx, ids: readonly TransferId[]): Promise<Transfer[]> => listTransfersByIds(tx, ids),
    /** In id order, so that two callers wait for each other and never deadlock. */
    lockTransfers: (tx: Tx, ids: readonly TransferId[]): Promise<Transfer[]> => listTransfersByIds(tx, ids, true),
    /** Everything recorded of a transaction, including reorged transfers. */
    findByHash: (network: Network, txHash: string): Promise<Transfer[]> => listByTransactions(db.query, network, [txHash]),
    setTransferState: (tx: Tx, id: TransferId, state: Exclude<TransferState, 'reorged'>, reason: string | null = null): Promise<void> =>
      setStates(tx, [id], state, reason),
    setTransferStates: (tx: Tx, ids: readonly TransferId[], state: 'matched' | 'unmatched'): Promise<void> =>
      setStates(tx, ids, state, null),
    /** Rescans from this block on, alternating with new blocks; persisted until it is done. */
    requestRescan: (network: Network, fromBlock: number): Promise<void> => requestRescan(db.query, network, fromBlock),
  };
}
export type ChainService = ReturnType<typeof createChainService>;
