import type { Network } from '@stablegate/contract';
import { DAY_MS } from '@stablegate/rules';
import type { NetworkSettings } from '../../../config-networks';
import { FAMILY_OF } from '../chains.domain';

/** How long an invoice keeps its networks at the fast pace: the usual expiry plus finality. Most are paid sooner. */
const OPEN_MINUTES = 30;

/**
 * Requests per poll and node on EVM networks and TRON: the newest block, the logs, the last block of the range again; the checkpoint, in
 * turns between the nodes; the final height at every third poll while something awaits it, otherwise every twentieth. ADR 23 has the
 * reasons; rpc-cost.test.ts compares this with what simulated nodes count.
 */
const EVM_POLL = { head: 1, logs: 1, boundary: 1, checkpoint: 1, finalOpen: 1 / 3, finalIdle: 1 / 20 } as const;
/** A single TRON node proves each block while an invoice is open: the block and its receipts. */
const PROOF_PER_BLOCK = 2;
/**
 * Solana: slots and block time at each poll (at the fast pace they serve two), a list per owner with an open invoice, and the other owners
 * once an hour.
 */
const PER_OWNER = { perPoll: 3, perPollOpen: 1.5, perOpenOwner: 1, idlePerOwnerAndDay: 24, idleMax: 14_400 } as const;
/** deprecated(), upgradedAddress(), paused() and basisPointsRate() of the token, once an hour. */
const TOKEN_PER_DAY = 4 * 24;
/** The block when it is seen; final height, receipt and block when it is credited, sometimes twice. `npm run bench -- rpc` counts it. */
const PER_PAYMENT = 5;

export type CostQuestion = {
  readonly nodes: number;
  readonly invoicesPerDay: number;
  /** Watched addresses; on Solana, owners. */
  readonly addresses: number;
};
export type NetworkCost = {
  readonly network: Network;
  readonly nodes: number;
  /** Requests per day and node: idle all day, something open all day, and expected. */
  readonly idle: number;
  readonly open: number;
  readonly expected: number;
};

/** Share of the day with at least one open invoice, for random (Poisson) arrivals. */
export const shareOpen = (invoicesPerDay: number): number => 1 - Math.exp((-invoicesPerDay * OPEN_MINUTES) / 1_440);

function solanaCost(settings: NetworkSettings, { invoicesPerDay, addresses }: CostQuestion): { idle: number; open: number } {
  const polls = (everyMs: number) => DAY_MS / everyMs;
  const others = Math.min(addresses * PER_OWNER.idlePerOwnerAndDay, PER_OWNER.idleMax);
  const openOwners = Math.max(1, Math.min(addresses, (invoicesPerDay * OPEN_MINUTES) / 1_440));
  return {
    idle: polls(settings.idlePollMs) * PER_OWNER.perPoll + others,
    open: polls(settings.pollMs) * (PER_OWNER.perPollOpen + openOwners * PER_OWNER.perOpenOwner) + others,
  };
}

function evmCost(settings: NetworkSettings, { nodes, addresses }: CostQuestion): { idle: number; open: number } {
  const groups = Math.max(1, Math.ceil(addresses / Math.max(1, settings.recipientsMax)));
  const { head, logs, boundary, checkpoint, finalOpen, finalIdle } = EVM_POLL;
  const isProving = nodes === 1 && FAMILY_OF[settings.network] === 'tron' && settings.soloProof !== 'none';
  /** A poll without a new block makes no further request; a single new block names the checkpoint itself. */
  const readAt = (everyMs: number): number => {
    const blocks = everyMs / settings.blockMs;
    const link = (checkpoint / nodes) * Math.min(1, Math.max(0, blocks - 1));
    return (logs * groups + boundary) * Math.min(1, blocks) + link;
  };
  // Proving block by block needs no logs, except for the overlap at every tenth poll.
  const readOpen = isProving
    ? (settings.pollMs / settings.blockMs) * PROOF_PER_BLOCK + readAt(settings.pollMs) / 10
    : readAt(settings.pollMs);
  return {
    idle: (DAY_MS / settings.idlePollMs) * (head + readAt(settings.idlePollMs) + finalIdle) + TOKEN_PER_DAY,
    open: (DAY_MS / settings.pollMs) * (head + readOpen + finalOpen) + TOKEN_PER_DAY,
  };
}

/** The cost of reading one network, per node. */
export function costOf(settings: NetworkSettings, question: CostQuestion): NetworkCost {
  const { network } = settings;
  const { idle, open } = FAMILY_OF[network] === 'solana' ? solanaCost(settings, question) : evmCost(settings, question);
  const payments = question.invoicesPerDay * PER_PAYMENT;
  const share = shareOpen(question.invoicesPerDay);
  return {
    network,
    nodes: question.nodes,
    idle: Math.round(idle),
    open: Math.round(open + payments),
    expected: Math.round(idle * (1 - share) + open * share + payments),
  };
}
