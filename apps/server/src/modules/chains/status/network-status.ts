import type { Network, NetworkStatus } from '@stablegate/contract';
import { type Confirmations, FEE_PERCENT, pendingConfirmations } from '@stablegate/rules';
import type { NetworkSettings } from '../../../config-networks';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/db/db';
import { hasReadPast, type Transfer } from '../chains.domain';
import { utcDay } from '../rpc/usage-meter';
import { type CursorRow, readCursors } from '../watch/cursors.queries';
import { listOldestWaiting } from '../watch/due-transfers.queries';
import type { NetworkFigures } from './chains.metrics';
import { lateSecondsOf } from './late-credits';
import { ALARM_AFTER_MS, QUORUM_NOT_REACHED } from './network-alarms';
import { type AlarmRow, listAlarms, listAssurances, type SavedAssurance } from './network-alarms.queries';
import { factsOf } from './network-facts';
import { listSpending, type Spending } from './rpc-usage.queries';

const LAG_BLOCKS_MAX = 10;
/** In polls: one of them may fail. */
const LAG_POLLS_MAX = 2;
const LAG_SECONDS_MIN = 60;
const DOWN_SECONDS_MIN = 600;

const secondsSince = (time: Date | null, now: Date): number | null =>
  time === null ? null : Math.max(0, Math.floor((now.getTime() - time.getTime()) / 1000));

function wordFor(settings: NetworkSettings, row: CursorRow | undefined, lagSeconds: number | null): NetworkStatus['status'] {
  if (!settings.enabled) return 'disabled';
  const paceSeconds = (row?.paceMs ?? settings.pollMs) / 1000;
  if (row === undefined || row.refused !== null || lagSeconds === null || lagSeconds > DOWN_SECONDS_MIN + paceSeconds) return 'down';
  // An idle network is polled once a minute: that is its pace, not a lag.
  return lagSeconds > Math.max(LAG_SECONDS_MIN, (LAG_BLOCKS_MAX * settings.blockMs) / 1000) + LAG_POLLS_MAX * paceSeconds
    ? 'lagging'
    : 'active';
}

/** Payments that are credited late are slow too, however well blocks are read. */
const statusOf = (reading: NetworkStatus['status'], lateSeconds: number | null): NetworkStatus['status'] =>
  reading === 'active' && lateSeconds !== null ? 'lagging' : reading;

/** A network's node coverage. A missing quorum is reported only once it has lasted: nodes come and go. */
function nodesOf(
  settings: NetworkSettings,
  assurances: readonly SavedAssurance[],
  alarms: readonly AlarmRow[],
  now: Date,
): Pick<NetworkStatus, 'nodes' | 'reachable' | 'quorum' | 'notes'> {
  const nodes = settings.endpoints.length;
  const quorum = Math.min(settings.quorum, nodes);
  const saved = settings.enabled ? assurances.find(({ network }) => network === settings.network) : undefined;
  if (saved === undefined) return { nodes, reachable: null, quorum, notes: [] };
  const alarm = alarms.find(({ network }) => network === settings.network);
  const isLasting = alarm !== undefined && now.getTime() - alarm.since.getTime() >= ALARM_AFTER_MS;
  return { nodes, reachable: saved.reachable, quorum, notes: saved.notes.filter((note) => note !== QUORUM_NOT_REACHED || isLasting) };
}

type StatusDeps = { readonly db: Db; readonly clock: Clock; readonly networks: readonly NetworkSettings[] };

/** What merchants, payers and operators are shown of each network. */
function createSummary({ db, clock, networks }: StatusDeps, rowsByNetwork: () => Promise<ReadonlyMap<string, CursorRow>>) {
  const names = networks.map(({ network }) => network);
  const lagOf = ({ enabled }: NetworkSettings, row: CursorRow | undefined) =>
    enabled ? secondsSince(row?.readThrough ?? null, clock.now()) : null;

  return {
    /** Networks of which no new block has been read for a while. */
    stoppedNetworks: async (): Promise<Pick<NetworkStatus, 'network' | 'status' | 'lagSeconds'>[]> => {
      const rows = await rowsByNetwork();
      return networks
        .map((settings) => {
          const row = rows.get(settings.network);
          const lagSeconds = lagOf(settings, row);
          return { network: settings.network, status: wordFor(settings, row, lagSeconds), lagSeconds };
        })
        .filter(({ status }) => status === 'lagging' || status === 'down');
    },
    networkStatus: async (): Promise<NetworkStatus[]> => {
      const [rows, oldest] = [await rowsByNetwork(), await listOldestWaiting(db.query, names)];
      const [assurances, alarms] = [await listAssurances(db.query), await listAlarms(db.query)];
      return networks.map((settings) => {
        const row = rows.get(settings.network);
        const lagSeconds = lagOf(settings, row);
        const lateSeconds = lateSecondsOf(settings, oldest.get(settings.network), clock.now());
        return {
          network: settings.network,
          name: settings.name,
          enabled: settings.enabled,
          status: statusOf(wordFor(settings, row, lagSeconds), lateSeconds),
          lagSeconds,
          lateSeconds,
          blockHeight: row?.nextBlock == null ? null : row.nextBlock - 1,
          fee: FEE_PERCENT,
          ...nodesOf(settings, assurances, alarms, clock.now()),
          ...factsOf(settings),
        };
      });
    },
  };
}

/** How far each network is read, from the database, so any process can answer. */
export function createNetworkStatus({ db, clock, networks }: StatusDeps) {
  const names = networks.map(({ network }) => network);
  const rowsByNetwork = async () => new Map((await readCursors(db.query, names)).map((row) => [row.network, row]));
  const settingsOf = (network: Network) => networks.find((settings) => settings.network === network);

  return {
    ...createSummary({ db, clock, networks }, rowsByNetwork),
    /** Today's requests per node. */
    spending: (): Promise<Spending[]> => listSpending(db.query, utcDay(Date.now())),
    figures: async (): Promise<NetworkFigures[]> => {
      const now = clock.now();
      return [...(await rowsByNetwork()).values()].map((row) => ({
        network: row.network,
        height: row.nextBlock === null ? null : row.nextBlock - 1,
        lagSeconds: secondsSince(row.readThrough, now),
        errorAgeSeconds: secondsSince(row.lastErrorAt, now),
        paceSeconds: row.paceMs === null ? null : row.paceMs / 1000,
        pollSeconds: secondsSince(row.pollingSince, now),
      }));
    },
    /** What keeps a network from being read, for operators. */
    lastErrors: async () =>
      [...(await rowsByNetwork()).values()].map(({ network, lastError, lastErrorAt, refused }) => ({
        network,
        lastError,
        lastErrorAt,
        refused,
      })),
    /** Chain time up to which each enabled network is read; null before the first read. */
    readThrough: async (): Promise<Map<Network, Date | null>> => {
      const rows = await rowsByNetwork();
      const enabled = networks.filter((settings) => settings.enabled);
      return new Map(enabled.map(({ network }) => [network, rows.get(network)?.readThrough ?? null]));
    },
    /** True once no unread block can have this time or an earlier one. A disabled network delays nothing. */
    readPast: async (network: Network, time: Date): Promise<boolean> => {
      if (settingsOf(network)?.enabled !== true) return true;
      return hasReadPast((await rowsByNetwork()).get(network)?.readThrough ?? null, time);
    },
    /** Counted from the newest known block; a final transfer has all required confirmations, whatever the finality tag counted. */
    confirmationsOf: async (transfer: Pick<Transfer, 'network' | 'blockNumber' | 'state' | 'finalAt'>): Promise<Confirmations> => {
      const { confirmations: required, blockMs } = settingsOf(transfer.network) ?? { confirmations: 1, blockMs: 0 };
      if (transfer.state === 'reorged') return { confirmations: 0, required, blockMs };
      if (transfer.finalAt !== null) return { confirmations: required, required, blockMs };
      const head = (await rowsByNetwork()).get(transfer.network)?.headBlock ?? transfer.blockNumber;
      // The last confirmation is finality itself, which only the verification grants.
      return { confirmations: pendingConfirmations(transfer.blockNumber, head, required), required, blockMs };
    },
  };
}
