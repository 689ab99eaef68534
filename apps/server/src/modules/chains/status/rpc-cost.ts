import type { Network } from '@stablegate/contract';
import { DAY_MS } from '@stablegate/rules';
import type { NetworkSettings } from '../../../config-networks';
import { FAMILY_OF } from '../chains.domain';

/** How long an invoice keeps its networks at the fast pace: the usual expiry plus finality. Most are paid sooner. */
const OPEN_MINUTES = 30;

/** Calls by method: providers charge some methods more than others. */
export type Calls = Readonly<Record<string, number>>;
const EVM = { block: 'eth_getBlockByNumber', logs: 'eth_getLogs', receipt: 'eth_getTransactionReceipt' } as const;
const SOLANA_CALLS = { slot: 'getSlot', time: 'getBlockTime', list: 'getSignaturesForAddress', transaction: 'getTransaction' } as const;

export const totalOf = (calls: Calls): number => Object.values(calls).reduce((sum, count) => sum + count, 0);
const times = (calls: Calls, factor: number): Calls =>
  Object.fromEntries(Object.entries(calls).map(([method, count]) => [method, count * factor]));
export function together(...parts: readonly Calls[]): Calls {
  const sums: Record<string, number> = {};
  for (const part of parts) for (const [method, count] of Object.entries(part)) sums[method] = (sums[method] ?? 0) + count;
  return sums;
}

/**
 * Requests per poll and node on EVM networks and TRON: the newest block, the logs, the last block of the range again; the checkpoint, in
 * turns between the nodes; the final height at every third poll while something awaits it, otherwise every twentieth. ADR 23 has the
 * reasons; rpc-cost.test.ts compares this with what simulated nodes count.
 */
const EVM_POLL = { head: 1, logs: 1, boundary: 1, checkpoint: 1, finalOpen: 1 / 3, finalIdle: 1 / 20 } as const;
/** A single TRON node proves each block while an invoice is open: the block and its receipts. */
const PROOF_OF_BLOCK: Calls = { [EVM.block]: 1, eth_getBlockReceipts: 1 };
/**
 * Solana: slots and block time at each poll (at the fast pace they serve two), a list per owner with an open invoice, and the other owners
 * once an hour.
 */
const SOLANA_POLL: Calls = { [SOLANA_CALLS.slot]: 2, [SOLANA_CALLS.time]: 1 };
const PER_OWNER = { perOpenOwner: 1, idlePerOwnerAndDay: 24, idleMax: 14_400 } as const;
/** deprecated(), upgradedAddress(), paused() and basisPointsRate() of the token, once an hour. */
const TOKEN_PER_DAY: Calls = { eth_call: 4 * 24 };
/** The block when it is seen, unless two nodes name its time in their logs; final height, receipt and block when it is credited. */
const EVM_PAYMENT: Calls = { [EVM.block]: 3, [EVM.receipt]: 1 };
const SOLANA_PAYMENT: Calls = { [SOLANA_CALLS.transaction]: 3, [SOLANA_CALLS.slot]: 2 };

export type CostQuestion = {
  readonly nodes: number;
  readonly invoicesPerDay: number;
  /** Watched addresses; on Solana, owners. */
  readonly addresses: number;
  /** Blocks per eth_getLogs that the node's plan allows, where it is known. */
  readonly rangeMax?: number | undefined;
};
export type NetworkCost = {
  readonly network: Network;
  readonly nodes: number;
  /** Requests per day and node: idle all day, something open all day, and expected. */
  readonly idle: number;
  readonly open: number;
  readonly expected: number;
};
/** The same by method. */
export type MethodCost = { readonly open: Calls; readonly expected: Calls };

/** Share of the day with at least one open invoice, for random (Poisson) arrivals. */
export const shareOpen = (invoicesPerDay: number): number => 1 - Math.exp((-invoicesPerDay * OPEN_MINUTES) / 1_440);

type Reading = { readonly idle: Calls; readonly open: Calls };

function solanaReading(settings: NetworkSettings, { invoicesPerDay, addresses }: CostQuestion): Reading {
  const polls = (everyMs: number) => DAY_MS / everyMs;
  const others: Calls = { [SOLANA_CALLS.list]: Math.min(addresses * PER_OWNER.idlePerOwnerAndDay, PER_OWNER.idleMax) };
  const openOwners = Math.max(1, Math.min(addresses, (invoicesPerDay * OPEN_MINUTES) / 1_440));
  return {
    idle: together(times(SOLANA_POLL, polls(settings.idlePollMs)), others),
    open: together(
      times(SOLANA_POLL, polls(settings.pollMs) / 2),
      { [SOLANA_CALLS.list]: polls(settings.pollMs) * openOwners * PER_OWNER.perOpenOwner },
      others,
    ),
  };
}

function evmReading(settings: NetworkSettings, { nodes, addresses, rangeMax = settings.rangeMax }: CostQuestion): Reading {
  const groups = Math.max(1, Math.ceil(addresses / Math.max(1, settings.recipientsMax)));
  const { head, logs, boundary, checkpoint, finalOpen, finalIdle } = EVM_POLL;
  const isProving = nodes === 1 && FAMILY_OF[settings.network] === 'tron' && settings.soloProof !== 'none';
  /** A poll without a new block makes no further request; a single new block names the checkpoint itself. */
  const readAt = (everyMs: number): Calls => {
    const blocks = everyMs / settings.blockMs;
    const ranges = Math.max(1, Math.ceil(blocks / rangeMax));
    const link = (checkpoint / nodes) * Math.min(1, Math.max(0, blocks - 1));
    return { [EVM.logs]: logs * groups * ranges * Math.min(1, blocks), [EVM.block]: boundary * ranges * Math.min(1, blocks) + link };
  };
  // Proving block by block needs no logs, except for the overlap at every tenth poll.
  const readOpen = isProving
    ? together(times(PROOF_OF_BLOCK, settings.pollMs / settings.blockMs), times(readAt(settings.pollMs), 1 / 10))
    : readAt(settings.pollMs);
  const polled = (everyMs: number, read: Calls, final: number): Calls =>
    together(times(together({ [EVM.block]: head + final }, read), DAY_MS / everyMs), TOKEN_PER_DAY);
  return {
    idle: polled(settings.idlePollMs, readAt(settings.idlePollMs), finalIdle),
    open: polled(settings.pollMs, readOpen, finalOpen),
  };
}

function readingOf(settings: NetworkSettings, question: CostQuestion): { reading: Reading; payments: Calls } {
  const isSolana = FAMILY_OF[settings.network] === 'solana';
  const reading = isSolana ? solanaReading(settings, question) : evmReading(settings, question);
  return { reading, payments: times(isSolana ? SOLANA_PAYMENT : EVM_PAYMENT, question.invoicesPerDay) };
}

/** What reading one network asks of each of its nodes in a day, by method. */
export function methodsOf(settings: NetworkSettings, question: CostQuestion): MethodCost {
  const { reading, payments } = readingOf(settings, question);
  const share = shareOpen(question.invoicesPerDay);
  return {
    open: together(reading.open, payments),
    expected: together(times(reading.idle, 1 - share), times(reading.open, share), payments),
  };
}

/** The cost of reading one network, per node. */
export function costOf(settings: NetworkSettings, question: CostQuestion): NetworkCost {
  const { open, expected } = methodsOf(settings, question);
  return {
    network: settings.network,
    nodes: question.nodes,
    idle: Math.round(totalOf(readingOf(settings, question).reading.idle)),
    open: Math.round(totalOf(open)),
    expected: Math.round(totalOf(expected)),
  };
}
