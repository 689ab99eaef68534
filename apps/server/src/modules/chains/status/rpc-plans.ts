import type { Network } from '@stablegate/contract';
import { FAMILY_OF, type Family } from '../chains.domain';

/** A plan's limits as requests per day. Providers change their plans: the table is a start, the provider's page decides. */
export type Plan = {
  readonly name: string;
  readonly families: readonly Family[];
  readonly requestsPerDay: number;
  /** Why it cannot be the only kind of node. */
  readonly but?: string;
};

const ALL: readonly Family[] = ['tron', 'evm', 'solana'];

/** Cheapest first. Sources: docs/deploy/chains.md. */
export const PLANS: readonly Plan[] = [
  // 30 million compute units a month at 60 for eth_getLogs and 20 for a block: about 30 per request (compute-unit-costs).
  { name: 'Alchemy free', families: ['evm'], requestsPerDay: 33_000, but: 'ranges of 10 blocks only' },
  { name: 'Helius free', families: ['solana'], requestsPerDay: 33_000 }, // 1 million credits a month, 1 per call
  { name: 'TronGrid with a free key', families: ['tron'], requestsPerDay: 100_000 },
  { name: 'Chainstack Developer (free)', families: ALL, requestsPerDay: 100_000 }, // 3 million request units a month
  { name: 'dRPC free', families: ['evm'], requestsPerDay: 350_000 }, // 210 million compute units in 30 days, 20 per request
  { name: 'Helius Developer', families: ['solana'], requestsPerDay: 330_000 }, // 10 million credits a month
  { name: 'Chainstack Growth', families: ALL, requestsPerDay: 660_000 }, // 20 million request units a month
];

/** The first plan that suffices with a fifth in reserve; undefined when none does. */
export const smallestPlan = (network: Network, requests: number): Plan | undefined =>
  PLANS.find((plan) => plan.families.includes(FAMILY_OF[network]) && plan.but === undefined && plan.requestsPerDay * 0.8 >= requests);
