import type { Network } from '@stablegate/contract';
import type { NetworkSettings } from '../../../config-networks';

const DAY_MS = 86_400_000;
/** How long an invoice keeps its networks at the fast pace: the usual expiry and what finality takes. Most are paid sooner. */
const OPEN_MINUTES = 30;

/**
 * Requests of one look at an EVM network or TRON, to each node: the newest block, the logs, the last block of the range once more; the
 * checkpoint, which the nodes take turns with; the final height at every third look while something waits for it, else at every
 * twentieth. ADR 23 has the reasons; rpc-cost.test.ts holds this
 * against what simulated nodes count.
 */
const EVM_LOOK = { head: 1, logs: 1, boundary: 1, checkpoint: 1, finalOpen: 1 / 3, finalIdle: 1 / 20 } as const;
/** A lone TRON node proves each block while an invoice is open: the block and its receipts. */
const PROOF_PER_BLOCK = 2;
/** Solana: slots and block time at each look (at the fast pace they serve two), a list for each owner with an open invoice, and the others once an hour. */
const SOLANA = { perLook: 3, perLookOpen: 1.5, perOpenOwner: 1, idlePerOwnerAndDay: 24, idleMax: 14_400 } as const;
/** The block when it is seen; the final height, receipt and block when it is credited, now and then once more. `npm run bench -- rpc` counts it. */
const PER_PAYMENT = 5;

export type CostQuestion = {
  readonly nodes: number;
  readonly invoicesPerDay: number;
  /** Addresses that are watched; on Solana owners. */
  readonly addresses: number;
};
export type NetworkCost = {
  readonly network: Network;
  readonly nodes: number;
  /** Requests a day and node: nothing open all day, something open all day, and what to expect. */
  readonly idle: number;
  readonly open: number;
  readonly expected: number;
};

/** Share of the day in which at least one invoice is open, when they come at random times. */
export const shareOpen = (invoicesPerDay: number): number => 1 - Math.exp((-invoicesPerDay * OPEN_MINUTES) / 1_440);

function solanaCost(settings: NetworkSettings, { invoicesPerDay, addresses }: CostQuestion): { idle: number; open: number } {
  const looks = (everyMs: number) => DAY_MS / everyMs;
  const others = Math.min(addresses * SOLANA.idlePerOwnerAndDay, SOLANA.idleMax);
  const openOwners = Math.max(1, Math.min(addresses, (invoicesPerDay * OPEN_MINUTES) / 1_440));
  return {
    idle: looks(settings.idlePollMs) * SOLANA.perLook + others,
    open: looks(settings.pollMs) * (SOLANA.perLookOpen + openOwners * SOLANA.perOpenOwner) + others,
  };
}

function evmCost(settings: NetworkSettings, { nodes, addresses }: CostQuestion): { idle: number; open: number } {
  const groups = Math.max(1, Math.ceil(addresses / Math.max(1, settings.recipientsMax)));
  const { head, logs, boundary, checkpoint, finalOpen, finalIdle } = EVM_LOOK;
  const isProving = nodes === 1 && settings.network === 'TRON' && settings.soloProof !== 'none';
  /** A look at which there is no new block asks for nothing else; one new block names the checkpoint by itself. */
  const readAt = (everyMs: number): number => {
    const blocks = everyMs / settings.blockMs;
    const link = (checkpoint / nodes) * Math.min(1, Math.max(0, blocks - 1));
    return (logs * groups + boundary) * Math.min(1, blocks) + link;
  };
  // What is proven block by block needs no logs, but for the overlap at every tenth look.
  const readOpen = isProving
    ? (settings.pollMs / settings.blockMs) * PROOF_PER_BLOCK + readAt(settings.pollMs) / 10
    : readAt(settings.pollMs);
  return {
    idle: (DAY_MS / settings.idlePollMs) * (head + readAt(settings.idlePollMs) + finalIdle),
    open: (DAY_MS / settings.pollMs) * (head + readOpen + finalOpen),
  };
}

/** What reading one network costs each of its nodes. */
export function costOf(settings: NetworkSettings, question: CostQuestion): NetworkCost {
  const { network } = settings;
  const { idle, open } = network === 'SOLANA' ? solanaCost(settings, question) : evmCost(settings, question);
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
