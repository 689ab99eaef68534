import type { NetworkFamily } from './family';

/** What one call costs: `each` unless the method has a price of its own. */
export type Credits = { readonly each: number } & Readonly<Record<string, number>>;

/** What one account may use, over all networks together. */
export type Plan = {
  /** In RPC_PLANS. */
  readonly code: string;
  readonly name: string;
  readonly usdPerMonth: number;
  /** Beside it, where what is used is paid for. */
  readonly usdPerMillionCredits?: number;
  readonly quota?: { readonly credits: number; readonly days: 1 | 30 };
  readonly callsPerSecond?: number;
  readonly callsPerSecondOn?: Partial<Record<NetworkFamily, number>>;
  readonly creditsPerSecond?: number;
  /** Calls of one method within ten seconds. */
  readonly methodCallsPer10s?: number;
  /** Blocks in one eth_getLogs. */
  readonly rangeMax?: number;
  /** Families that the plan does not serve as this gateway needs it, with the reason. */
  readonly without?: Partial<Record<NetworkFamily, string>>;
};

export type Provider = {
  readonly name: string;
  readonly hosts: RegExp;
  /** Where the figures are from; read in November 2026. The provider's page is authoritative. */
  readonly source: string;
  /** Families whose prices are known. */
  readonly credits: Partial<Record<NetworkFamily, Credits>>;
  /** Cheapest first: the first is assumed until RPC_PLANS names another one. */
  readonly plans: readonly [Plan, ...Plan[]];
};

const ONE: Credits = { each: 1 };

const described = <Code extends string>(providers: Record<Code, Provider>): Readonly<Record<Code, Provider>> => providers;

export const PROVIDERS = described({
  trongrid: {
    name: 'TronGrid',
    hosts: /(^|\.)trongrid\.io$/,
    source: 'developers.tron.network/reference/rate-limits; its newer pages say "do not hard-code"',
    credits: { tron: ONE },
    plans: [{ code: 'free', name: 'free key', usdPerMonth: 0, quota: { credits: 100_000, days: 1 }, callsPerSecond: 15 }],
  },
  chainstack: {
    name: 'Chainstack',
    hosts: /\.(chainstack\.com|p2pify\.com)$/,
    source: 'docs.chainstack.com/docs/limits, chainstack.com/pricing',
    credits: { tron: ONE, evm: ONE, solana: ONE },
    plans: [
      {
        code: 'developer',
        name: 'Developer',
        usdPerMonth: 0,
        quota: { credits: 3_000_000, days: 30 },
        callsPerSecond: 25,
        callsPerSecondOn: { solana: 5 },
        rangeMax: 100,
        without: { solana: 'getTokenAccountsByOwner is on paid plans only' },
      },
      {
        code: 'growth',
        name: 'Growth',
        usdPerMonth: 49,
        quota: { credits: 20_000_000, days: 30 },
        callsPerSecond: 250,
        callsPerSecondOn: { solana: 50 },
      },
      {
        code: 'pro',
        name: 'Pro',
        usdPerMonth: 199,
        quota: { credits: 80_000_000, days: 30 },
        callsPerSecond: 400,
        callsPerSecondOn: { solana: 50 },
      },
      {
        code: 'business',
        name: 'Business',
        usdPerMonth: 499,
        quota: { credits: 200_000_000, days: 30 },
        callsPerSecond: 600,
        callsPerSecondOn: { solana: 50 },
      },
    ],
  },
  drpc: {
    name: 'dRPC',
    hosts: /(^|\.)drpc\.(org|live)$/,
    source: 'drpc.org/pricing, drpc.org/docs',
    credits: { evm: { each: 20 }, solana: { each: 20 } },
    plans: [
      {
        code: 'free',
        name: 'free',
        usdPerMonth: 0,
        quota: { credits: 210_000_000, days: 30 },
        // 50,400 a minute when its nodes are busy, 120,000 otherwise.
        creditsPerSecond: 840,
        rangeMax: 10_000,
        without: { solana: 'the free plan has EVM networks only' },
      },
      // $6 per million requests.
      { code: 'growth', name: 'Growth', usdPerMonth: 0, usdPerMillionCredits: 0.3, callsPerSecond: 5_000, rangeMax: 10_000 },
    ],
  },
  infura: {
    name: 'Infura',
    hosts: /\.infura\.io$/,
    source: 'docs.metamask.io/services/get-started/pricing',
    credits: { evm: { each: 80, eth_chainId: 5, eth_getLogs: 255, eth_getBlockReceipts: 1_000 } },
    plans: [
      { code: 'free', name: 'free', usdPerMonth: 0, quota: { credits: 3_000_000, days: 1 }, creditsPerSecond: 500 },
      { code: 'developer', name: 'Developer', usdPerMonth: 50, quota: { credits: 15_000_000, days: 1 }, creditsPerSecond: 4_000 },
      { code: 'team', name: 'Team', usdPerMonth: 225, quota: { credits: 75_000_000, days: 1 }, creditsPerSecond: 40_000 },
    ],
  },
  alchemy: {
    name: 'Alchemy',
    hosts: /\.alchemy\.com$/,
    source: 'alchemy.com/docs/reference/compute-unit-costs',
    credits: { evm: { each: 20, eth_call: 26, eth_getLogs: 60 } },
    plans: [
      { code: 'free', name: 'free', usdPerMonth: 0, quota: { credits: 30_000_000, days: 30 }, creditsPerSecond: 500, rangeMax: 10 },
      { code: 'payg', name: 'pay as you go', usdPerMonth: 0, usdPerMillionCredits: 0.45, creditsPerSecond: 10_000, rangeMax: 2_000 },
    ],
  },
  quicknode: {
    name: 'QuickNode',
    hosts: /\.quiknode\.pro$/,
    source: 'quicknode.com/pricing, quicknode.com/docs',
    credits: { tron: { each: 20 }, evm: { each: 20 }, solana: { each: 30 } },
    plans: [
      { code: 'trial', name: 'trial', usdPerMonth: 0, quota: { credits: 10_000_000, days: 30 }, callsPerSecond: 15, rangeMax: 5 },
      { code: 'build', name: 'Build', usdPerMonth: 49, quota: { credits: 80_000_000, days: 30 }, callsPerSecond: 50, rangeMax: 10_000 },
    ],
  },
  helius: {
    name: 'Helius',
    hosts: /\.helius-rpc\.com$/,
    source: 'helius.dev/docs/billing/credits',
    credits: { solana: { each: 1, getBlock: 10, getBlocks: 10, getBlockTime: 10, getSignaturesForAddress: 10, getTransaction: 10 } },
    plans: [
      { code: 'free', name: 'free', usdPerMonth: 0, quota: { credits: 1_000_000, days: 30 }, callsPerSecond: 10 },
      { code: 'developer', name: 'Developer', usdPerMonth: 49, quota: { credits: 10_000_000, days: 30 }, callsPerSecond: 50 },
      { code: 'business', name: 'Business', usdPerMonth: 499, quota: { credits: 100_000_000, days: 30 }, callsPerSecond: 200 },
    ],
  },
  public_solana: {
    name: 'public cluster',
    hosts: /^api\.(mainnet-beta|mainnet|devnet|testnet)\.solana\.com$/,
    source: 'solana.com/docs/references/clusters',
    credits: { solana: ONE },
    // 100 requests in ten seconds, 40 of one method: with a burst of two seconds, 8 a second are at most 96 in ten.
    plans: [{ code: 'public', name: 'no account, for testing only', usdPerMonth: 0, callsPerSecond: 8, methodCallsPer10s: 40 }],
  },
});

export type ProviderCode = keyof typeof PROVIDERS;
export const PROVIDER_CODES = Object.keys(PROVIDERS) as ProviderCode[];

export const providerOf = (url: string): ProviderCode | undefined => {
  const { hostname } = new URL(url);
  return PROVIDER_CODES.find((code) => PROVIDERS[code].hosts.test(hostname));
};

/** A node of one's own: no account, no limit. */
export const OWN_NODE = 'own';

/** Sets of nodes that docs/deploy/chains.md recommends: for each family the nodes, and the plans of their providers. */
export type Setup = {
  readonly code: 'free' | 'small' | 'serious';
  readonly for: string;
  readonly invoicesPerDay: number;
  readonly addresses: number;
  readonly nodes: Readonly<Record<NetworkFamily, readonly (ProviderCode | typeof OWN_NODE)[]>>;
  readonly plans: Partial<Record<ProviderCode, string>>;
};

export const SETUPS: readonly [Setup, ...Setup[]] = [
  {
    code: 'free',
    for: 'a first shop, on the networks that most payers use',
    invoicesPerDay: 20,
    addresses: 20,
    nodes: { tron: ['trongrid', 'chainstack'], evm: ['drpc', 'chainstack'], solana: [] },
    plans: {},
  },
  {
    code: 'small',
    for: 'all networks',
    invoicesPerDay: 100,
    addresses: 100,
    nodes: { tron: ['trongrid', 'chainstack'], evm: ['drpc', 'chainstack'], solana: ['drpc', 'chainstack'] },
    plans: { chainstack: 'growth', drpc: 'growth' },
  },
  {
    code: 'serious',
    for: 'all networks, and TRON, where most payments are, with a node of your own',
    invoicesPerDay: 2_000,
    addresses: 1_000,
    nodes: { tron: [OWN_NODE, 'chainstack', 'trongrid'], evm: ['drpc', 'chainstack'], solana: ['drpc', 'chainstack'] },
    plans: { chainstack: 'pro', drpc: 'growth' },
  },
];
