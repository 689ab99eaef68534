import { NETWORKS, type Network } from '@stablegate/contract';
import { networksOf } from '@stablegate/rules';
import { z } from 'zod';
import { type NetworkProfile, PROFILES, TESTNET_NAMES } from './config-network-profiles';
import { type ChosenPlans, headerLine, type NodeSettings, nodeList, planFields, withAccounts } from './config-nodes';

/** How one network is watched. The sandbox creates these itself; production reads them from the environment. */
export type NetworkSettings = NetworkProfile & {
  readonly network: Network;
  readonly enabled: boolean;
  readonly endpoints: readonly NodeSettings[];
  /** Requests per second that each endpoint allows. */
  readonly ratePerSecond: number;
  /** How many endpoints have to agree, at most as many as there are. */
  readonly quorum: number;
  /** The first block when the network is watched for the first time; by default its newest. */
  readonly startBlock?: number;
  /** Poll interval while no payment is expected. */
  readonly idlePollMs: number;
  /** Its blocks with transactions are announced (`pollNow`), so open invoices alone do not make it poll quickly. The sandbox's own chain. */
  readonly isAnnounced?: boolean;
  /** A private network may have a local node and be trusted immediately; tests shorten the time-outs. */
  readonly requestTimeoutMs: number;
  /** How long a single node's blocks wait for their second reading; set by tests only. */
  readonly recheckMs?: number;
};

const TIMEOUT_MS = 15_000;
const IDLE_POLL_MS = 60_000;
/** Who chooses `safe` wants it: providers serve it one or two blocks behind the newest one. */
const SAFE_MIN_DEPTH = 1;
const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const finality = z.union([z.enum(['finalized', 'safe']), whole(1, 10_000)]);

const fieldsOf = (network: Network) => ({
  [`${network}_RPC_URLS`]: nodeList
    .optional()
    .describe(
      `Nodes of ${PROFILES.mainnet[network].name}: comma-separated URLs, headers behind a bar, or a JSON list (see chains.md); without any the network is disabled`,
    ),
  [`${network}_RPC_HEADER`]: headerLine
    .optional()
    .describe('Name: value for all nodes, if they are of one host; otherwise write it beside its node'),
  [`${network}_RPC_BUDGET`]: whole(1, 1_000_000_000)
    .optional()
    .describe(
      'Requests per day that the plan of each node allows; admins are notified at 80%, and beyond it the node is not asked until the day (UTC) ends',
    ),
  [`${network}_ENABLED`]: flag.optional().describe('false disables the network although it has nodes'),
  [`${network}_CHAIN_ID`]: whole(1, Number.MAX_SAFE_INTEGER).optional().describe('Chain id that the nodes must report'),
  [`${network}_CONTRACT`]: z
    .string()
    .min(32)
    .max(64)
    .optional()
    .describe(`USDT contract; ${PROFILES.mainnet[network].contract} on mainnet`),
  [`${network}_DECIMALS`]: whole(6, 36).optional().describe(`Decimals of the contract; ${PROFILES.mainnet[network].decimals} on mainnet`),
  [`${network}_FINALITY`]: finality.optional().describe('finalized or safe where nodes support the tag, otherwise a number of blocks'),
  [`${network}_MIN_DEPTH`]: whole(0, 10_000)
    .optional()
    .describe(
      `Blocks on top of a payment before it is credited, whatever the tag says; ${PROFILES.mainnet[network].minDepth}, with safe 1`,
    ),
  [`${network}_CONFIRMATIONS`]: whole(1, 10_000).optional().describe('Blocks shown as the goal on the payment page'),
  [`${network}_BLOCK_MS`]: whole(50, 600_000).optional().describe('Time between blocks'),
  [`${network}_POLL_MS`]: whole(50, 600_000).optional().describe('Poll interval while an invoice is open'),
  [`${network}_IDLE_POLL_MS`]: whole(50, 600_000).optional().describe('Poll interval while no invoice is open; 60000'),
  [`${network}_RANGE_MAX`]: whole(1, 100_000)
    .optional()
    .describe('Maximum blocks per eth_getLogs; smaller limits are detected automatically'),
  [`${network}_RATE`]: z.coerce.number().positive().max(10_000).optional().describe('Requests per second that each node allows; 10'),
  [`${network}_QUORUM`]: whole(1, 3).optional().describe('Nodes that have to agree, if there are as many; 2'),
  [`${network}_SOLO_PROOF`]: z
    .enum(['bloom', 'receipts', 'receipts-while-open', 'none'])
    .optional()
    .describe(
      'What proves the answer of a single node: every block by its bloom filter, by its receipts, by its receipts while an invoice is open, or only reading again later',
    ),
  [`${network}_START_BLOCK`]: whole(0, Number.MAX_SAFE_INTEGER).optional().describe('First block to read when nothing was read before'),
});

export const networkFields = Object.assign(
  {
    NETWORK_PROFILE: z
      .enum(['mainnet', 'testnet'])
      .default('mainnet')
      .describe(`Defaults of all networks: mainnet, or testnet (${TESTNET_NAMES.join(', ')})`),
  },
  planFields,
  ...NETWORKS.map(fieldsOf),
  ...networksOf('solana').map((network) => ({
    [`${network}_GENESIS_HASH`]: z
      .string()
      .min(32)
      .max(44)
      .optional()
      .describe('Genesis hash of a cluster of your own; the doctor compares it with the nodes'),
  })),
) as Record<string, z.ZodType>;

type Values = Record<string, unknown>;

/** Settings of a network apply to its nodes unless a node has its own. */
function withShared(node: NodeSettings, header: readonly [string, string] | undefined, budget: number | undefined): NodeSettings {
  const isSet = Object.keys(node.headers ?? {}).some((name) => name.toLowerCase() === header?.[0].toLowerCase());
  return {
    ...(budget === undefined ? {} : { budget }),
    ...node,
    ...(header === undefined || isSet ? {} : { headers: { ...node.headers, [header[0]]: header[1] } }),
  };
}

function settingsOf(network: Network, profile: NetworkProfile, values: Values): NetworkSettings {
  const value = <T>(name: string): T | undefined => values[`${network}_${name}`] as T | undefined;
  const nodes = value<NodeSettings[]>('RPC_URLS') ?? [];
  const finalityValue = value<string | number>('FINALITY');
  const startBlock = value<number>('START_BLOCK');
  const { explorer, ...facts } = profile;
  const chainId = value<number>('CHAIN_ID') ?? profile.chainId;
  const genesisHash = value<string>('GENESIS_HASH') ?? profile.genesisHash;
  const isProfiles = chainId === profile.chainId && genesisHash === profile.genesisHash;
  return {
    ...facts,
    // The profile's explorer shows the profile's chain; for another chain its links would be wrong.
    ...(explorer === undefined || !isProfiles ? {} : { explorer }),
    ...(genesisHash === undefined ? {} : { genesisHash }),
    network,
    enabled: nodes.length > 0 && (value<boolean>('ENABLED') ?? true),
    endpoints: nodes.map((node) => withShared(node, value('RPC_HEADER'), value('RPC_BUDGET'))),
    chainId,
    contract: value<string>('CONTRACT') ?? profile.contract,
    decimals: value<number>('DECIMALS') ?? profile.decimals,
    finality:
      finalityValue === undefined
        ? profile.finality
        : typeof finalityValue === 'number'
          ? { depth: finalityValue }
          : { tag: finalityValue },
    minDepth: value<number>('MIN_DEPTH') ?? (finalityValue === 'safe' ? SAFE_MIN_DEPTH : profile.minDepth),
    confirmations: value<number>('CONFIRMATIONS') ?? profile.confirmations,
    blockMs: value<number>('BLOCK_MS') ?? profile.blockMs,
    pollMs: value<number>('POLL_MS') ?? profile.pollMs,
    idlePollMs: value<number>('IDLE_POLL_MS') ?? IDLE_POLL_MS,
    rangeMax: value<number>('RANGE_MAX') ?? profile.rangeMax,
    soloProof: value<NetworkProfile['soloProof']>('SOLO_PROOF') ?? profile.soloProof,
    ratePerSecond: value<number>('RATE') ?? 10,
    quorum: value<number>('QUORUM') ?? 2,
    requestTimeoutMs: TIMEOUT_MS,
    ...(startBlock === undefined ? {} : { startBlock }),
  };
}

/** One header for nodes of several providers would leak each provider's key to the others. */
function headerComplaint({ network, endpoints }: NetworkSettings, values: Values): string | undefined {
  const header = values[`${network}_RPC_HEADER`] as readonly [string, string] | undefined;
  const hosts = [...new Set(endpoints.map(({ url }) => new URL(url).host))];
  if (header === undefined || hosts.length <= 1) return undefined;
  return (
    `${network}_RPC_HEADER would send one key to ${hosts.join(' and ')} alike. Remove it and write the header beside its node: ` +
    `${network}_RPC_URLS="https://${hosts[0]}/…|${header[0]}: …,https://${hosts[1]}/…".`
  );
}

/** What is wrong with an enabled network, as a sentence; undefined if nothing is. */
function complaintAbout(settings: NetworkSettings, values: Values): string | undefined {
  if (values[`${settings.network}_ENABLED`] === true && settings.endpoints.length === 0)
    return `${settings.network}_ENABLED is true, but ${settings.network}_RPC_URLS names no node.`;
  const header = headerComplaint(settings, values);
  if (header !== undefined) return header;
  if (settings.enabled && settings.contract === '')
    return `${settings.network}_CONTRACT is missing: this profile knows no USDT contract for the network.`;
  return undefined;
}

export function readNetworks(values: Values): { networks: NetworkSettings[]; complaint: string | undefined } {
  const profiles = PROFILES[values.NETWORK_PROFILE as keyof typeof PROFILES];
  const read = NETWORKS.map((network) => settingsOf(network, profiles[network], values));
  const networks = withAccounts(read, (values.RPC_PLANS ?? {}) as ChosenPlans, (network) => values[`${network}_RATE`] !== undefined);
  return { networks, complaint: networks.map((settings) => complaintAbout(settings, values)).find((text) => text !== undefined) };
}
