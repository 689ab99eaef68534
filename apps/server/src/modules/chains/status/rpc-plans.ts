import type { Network } from '@stablegate/contract';

/** A plan's limits as requests per day. Providers change their plans: the table is a start, the provider's page decides. */
export type Plan = {
  readonly name: string;
  readonly networks: readonly Network[];
  readonly requestsPerDay: number;
  /** Why it cannot be the only kind of node. */
  readonly but?: string;
};

const EVM = ['BEP20', 'ERC20', 'POLYGON'] as const;

/** Cheapest first. Sources: docs/deploy/chains.md. */
export const PLANS: readonly Plan[] = [
  // 30 million compute units a month at 60 for eth_getLogs and 20 for a block: about 30 per request (compute-unit-costs).
  { name: 'Alchemy free', networks: EVM, requestsPerDay: 33_000, but: 'ranges of 10 blocks only' },
  { name: 'Helius free', networks: ['SOLANA'], requestsPerDay: 33_000 }, // 1 million credits a month, 1 per call
  { name: 'TronGrid with a free key', networks: ['TRON'], requestsPerDay: 100_000 },
  { name: 'Chainstack Developer (free)', networks: ['TRON', ...EVM, 'SOLANA'], requestsPerDay: 100_000 }, // 3 million request units a month
  { name: 'dRPC free', networks: EVM, requestsPerDay: 350_000 }, // 210 million compute units in 30 days, 20 per request
  { name: 'Helius Developer', networks: ['SOLANA'], requestsPerDay: 330_000 }, // 10 million credits a month
  { name: 'Chainstack Growth', networks: ['TRON', ...EVM, 'SOLANA'], requestsPerDay: 660_000 }, // 20 million request units a month
];

/** The first plan that suffices with a fifth in reserve; undefined when none does. */
export const smallestPlan = (network: Network, requests: number): Plan | undefined =>
  PLANS.find((plan) => plan.networks.includes(network) && plan.but === undefined && plan.requestsPerDay * 0.8 >= requests);
