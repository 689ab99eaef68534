import type { Network } from '@stablegate/contract';
import { LIMITS } from '../../../apps/server/test/nodes/limits';
import { nowAndThen } from '../../../apps/server/test/nodes/machines';
import { type FinalityAnswer, healthy, type NodeFaults, type NodeLimits, type Provider } from '../../../apps/server/test/nodes/node-types';
import { omitAtFirst, omitNowAndThen, omitOnceListed, omitShare } from '../../../apps/server/test/nodes/omissions';
import { Refusal } from '../../../apps/server/test/nodes/refusals';
import type { SimulatedNode } from '../../../apps/server/test/nodes/start-node';
import type { Chance } from '../../../apps/server/test/seeded';
import type { Breaker, Broken } from '../chains';

/** One node with its healthy state. */
export type CastNode = {
  readonly network: Network;
  readonly index: number;
  readonly node: SimulatedNode;
  readonly usual: Partial<NodeFaults>;
  readonly limits: NodeLimits;
  /** The last node of a network never lies; the others may omit, hide and be on another branch. */
  readonly mayLie: boolean;
  readonly isAlone: boolean;
  /** The nodes of its network. */
  readonly count: number;
  headNumber(): number;
  /** Replaces the newest blocks; returns the abandoned branch. */
  fork(): string;
};

const isTron = ({ network }: CastNode) => network === 'TRON';
const isSolana = ({ network }: CastNode) => network === 'SOLANA';
const isEvm = (cast: CastNode) => !isSolana(cast);

function meddle(cast: CastNode, what: string, faults: Partial<NodeFaults>, limits: NodeLimits = cast.limits): Broken {
  const { node } = cast;
  node.faults = { ...healthy(), ...cast.usual, ...faults };
  node.limits = limits;
  const mine = node.faults;
  return {
    name: `${cast.network} node ${cast.index} ${what}`,
    heal: () => {
      if (node.faults !== mine) return; // replaced by a later fault
      node.faults = { ...healthy(), ...cast.usual };
      node.limits = cast.limits;
    },
  };
}

/** Lag of a late index, in blocks. */
const INDEX_LAG_MAX = 12;
const REFUSALS = ['alchemy', 'quicknode', 'infura', 'ankr', 'drpc', 'geth'] as const;
const providerFor = (cast: CastNode, chance: Chance): Provider =>
  isSolana(cast) ? 'solana' : isTron(cast) ? chance.pick(['java-tron', 'trongrid'] as const) : chance.pick(REFUSALS);

/** A single node may omit only what its own blocks or its next answers disprove; beside another node anything may be missing. */
function leavesOut(cast: CastNode, chance: Chance): Broken {
  const seed = chance.whole(1, 1_000_000);
  if (isSolana(cast) && cast.isAlone) return meddle(cast, 'lists signatures late', { omits: omitAtFirst(seed, 0.5, 3) });
  // Without a proof a single EVM node is read twice (ADR 23): its index may be late, but not forever.
  if (cast.isAlone && !isTron(cast)) return meddle(cast, 'has a late index', { indexLag: chance.whole(2, INDEX_LAG_MAX) });
  const loses = omitOnceListed(seed, 0.5, chance.whole(1, 3));
  const losesLogs = () => meddle(cast, 'loses logs that it listed', { omits: (item) => item.method === 'eth_getLogs' && loses(item) });
  const omitsLogs = () => meddle(cast, 'leaves out logs', { omits: (item) => item.method === 'eth_getLogs' && omitShare(seed, 0.5)(item) });
  if (cast.isAlone) return chance.pick([omitsLogs, losesLogs])();
  const kinds = [
    losesLogs,
    () => meddle(cast, 'loses what it listed', { omits: loses }),
    () => meddle(cast, 'has receipts without their logs', { omits: (item) => item.method !== 'eth_getLogs' && omitShare(seed, 0.5)(item) }),
    () => meddle(cast, 'leaves out', { omits: omitShare(seed, 0.5) }),
    () => meddle(cast, 'leaves out now and then', { omits: omitNowAndThen(seed, 0.5) }),
    () => meddle(cast, 'lists late', { omits: omitAtFirst(seed, 0.7, chance.whole(1, 6)) }),
    () => meddle(cast, 'has a late index', { indexLag: chance.whole(2, INDEX_LAG_MAX) }),
    () => meddle(cast, 'hides transactions', { hides: (txHash) => omitShare(seed, 0.4)({ key: txHash, txHash, method: '', block: 0 }) }),
  ];
  return chance.pick(kinds)();
}

/** Of half of the transactions, for as long as the fault lasts. */
function refusesReceipts(cast: CastNode, chance: Chance): Broken {
  const seed = chance.whole(1, 1_000_000);
  const isRefused = (txHash: string) => omitShare(seed, 0.5)({ key: txHash, txHash, method: '', block: 0 });
  if (!isSolana(cast)) return meddle(cast, 'refuses receipts', { refusesReceipt: isRefused });
  return meddle(cast, 'refuses transactions', {
    answers: ({ method, params: [signature] }) => {
      if (method === 'getTransaction' && isRefused(String(signature))) throw new Refusal({ code: -32603, message: 'Internal error' });
      return undefined;
    },
  });
}

/** From now on, or since long ago: then its newest block is old by any clock. */
const STANDS_BEHIND = [0, 5, 200] as const;
/** A final block that stands still this far below the newest one. */
const FINALITY_BEHIND = 10;

const standsStill = (cast: CastNode, chance: Chance): Broken =>
  meddle(cast, 'stands still', { frozenAt: cast.headNumber() - chance.pick(STANDS_BEHIND) });

/** Refused, wrong, or standing still, in each answer or in some. What is called final too early is credited at the network's least depth. */
function errsAboutFinality(cast: CastNode, chance: Chance): Broken {
  const seed = chance.whole(1, 1_000_000);
  const sometimes = (answer: FinalityAnswer) => nowAndThen<FinalityAnswer>(seed, 0.3, answer, 'honest');
  const kinds: readonly (readonly [string, NodeFaults['finality']])[] = [
    ['cannot name its final block', 'refused'],
    ['cannot name its final block now and then', sometimes('refused')],
    ['calls its newest block final', 'newest'],
    ['calls its newest block final now and then', sometimes('newest')],
    ['has a final block that stands still', cast.headNumber() - FINALITY_BEHIND],
    ['falls back in finality', sometimes(cast.headNumber() - FINALITY_BEHIND)],
  ];
  const [what, finality] = chance.pick(kinds);
  return meddle(cast, what, { finality });
}

const overRate = (chance: Chance, least: number) =>
  ({ calls: chance.whole(least, 25), windowMs: 1_000, refuses: chance.pick(['request', 'calls'] as const) }) satisfies NodeLimits['rate'];

/**
 * What is wrong with the node for the whole run. Of a pair the other one makes up for it; of three nodes the other two agree, whatever this
 * one does.
 */
export function breakForGood(cast: CastNode, chance: Chance): Broken {
  const seed = chance.whole(1, 1_000_000);
  const list = isSolana(cast) ? 'getSignaturesForAddress' : 'eth_getLogs';
  const [half, loses] = [omitShare(seed, 0.5), omitOnceListed(seed, 0.5, chance.whole(1, 3))];
  const isHalf = (txHash: string) => half({ key: txHash, txHash, method: '', block: 0 });
  const ofPair = [
    () => meddle(cast, 'leaves out half of its lists', { omits: (item) => item.method === list && half(item) }),
    () => meddle(cast, 'loses what it listed', { omits: (item) => item.method === list && loses(item) }),
    () => meddle(cast, 'is behind', { lag: chance.whole(2, 4) }),
    () => meddle(cast, 'has machines that are behind', { machineLag: nowAndThen(seed, 0.1, chance.whole(1, 3), 0) }),
    () => meddle(cast, 'refuses calls above its rate', {}, { ...cast.limits, rate: overRate(chance, 12) }),
    () => meddle(cast, 'refuses batches', {}, { provider: 'geth', batch: 0 }),
  ];
  const ofThree = [
    () => meddle(cast, 'hangs', { broken: 'hangs' }),
    () => meddle(cast, 'answers 503', { broken: { status: 503 } }),
    () => meddle(cast, 'answers garbage', { broken: 'garbage' }),
    () => meddle(cast, 'stands still', { frozenAt: cast.headNumber() }),
    () => meddle(cast, 'stays on a branch that was left', { branch: cast.fork() }),
    () => meddle(cast, 'hides transactions', { hides: isHalf }),
    () => meddle(cast, 'has receipts without their logs', { omits: (item) => item.method !== list && half(item) }),
    () => refusesReceipts(cast, chance),
    () => meddle(cast, 'calls its newest block final', { finality: 'newest' }),
    () => meddle(cast, 'has spent its quota', {}, { provider: providerFor(cast, chance), perDay: 0 }),
  ];
  return chance.pick(cast.count > 2 ? [...ofPair, ...ofThree] : ofPair)();
}

export function simulatedBreakers(nodes: readonly CastNode[]): Breaker[] {
  const liars = nodes.filter(({ mayLie, isAlone }) => mayLie || isAlone);
  const movable = nodes.filter(({ mayLie }) => mayLie);
  const any = (chance: Chance) => chance.pick(nodes);
  const evm = nodes.filter(isEvm);
  return [
    (chance) => {
      const status = chance.pick([429, 403, 500, 502, 503]);
      return meddle(any(chance), `answers ${status}`, { broken: { status, retryAfterS: 1 } });
    },
    (chance) => meddle(any(chance), 'hangs', { broken: 'hangs' }),
    (chance) => meddle(any(chance), 'answers garbage', { broken: 'garbage' }),
    (chance) => meddle(any(chance), 'is slow', { latencyMs: chance.whole(200, 1_500) }),
    ...Array<Breaker>(liars.length === 0 ? 0 : 3).fill((chance) => leavesOut(chance.pick(liars), chance)),
    (chance) => refusesReceipts(any(chance), chance),
    (chance) => standsStill(any(chance), chance),
    (chance) => errsAboutFinality(any(chance), chance),
    (chance) => errsAboutFinality(any(chance), chance),
    (chance) => meddle(any(chance), 'is behind', { lag: chance.whole(2, 10) }),
    (chance) => {
      const machineLag = nowAndThen(chance.whole(1, 1_000_000), 0.1, chance.whole(1, 3), 0);
      return meddle(any(chance), 'has machines that are behind', { machineLag });
    },
    (chance) => {
      const cast = movable.length === 0 ? any(chance) : chance.pick(movable);
      return cast.mayLie ? meddle(cast, 'stays on a branch that was left', { branch: cast.fork() }) : meddle(cast, 'is behind', { lag: 3 });
    },
    (chance) => {
      const cast = any(chance);
      return meddle(cast, 'has spent its quota', {}, { provider: providerFor(cast, chance), perDay: 0 });
    },
    (chance) => {
      const cast = any(chance);
      const rate = { calls: chance.whole(4, 12), windowMs: 1_000, penaltyMs: 2_000 };
      return meddle(cast, 'limits the rate', {}, { ...cast.limits, provider: providerFor(cast, chance), rate });
    },
    (chance) => {
      const cast = any(chance);
      const rate = overRate(chance, 4);
      return meddle(cast, `refuses ${rate.refuses} above its rate`, {}, { ...cast.limits, rate });
    },
    (chance) => {
      const cast = chance.pick(evm);
      const limits = { provider: providerFor(cast, chance), logRange: chance.pick([3, 5, 10]), batch: chance.pick([0, 3, 100]) };
      return meddle(cast, 'refuses ranges and batches', {}, limits);
    },
    (chance) => meddle(chance.pick(evm), 'lacks eth_getBlockReceipts', { missing: new Set(['eth_getBlockReceipts']) }),
    (chance) => meddle(any(chance), 'refuses batches', {}, { provider: 'geth', batch: 0 }),
    (chance) => {
      const cast = any(chance);
      return meddle(cast, 'has pruned its history', { prunedBelow: cast.headNumber() - chance.whole(10, 40) });
    },
  ];
}

/** A node's ordinary plan. */
export const planOf = (network: Network, chance: Chance): NodeLimits =>
  network === 'TRON'
    ? chance.pick([LIMITS.javaTron, { ...LIMITS.javaTron, provider: 'trongrid' as const }])
    : network === 'SOLANA'
      ? chance.pick([
          { provider: 'solana' },
          { provider: 'helius', batchOf: { getSignaturesForAddress: 0 } },
          { provider: 'helius', batchOf: { getSignaturesForAddress: 10 } },
        ] as const)
      : chance.pick([
          LIMITS.none,
          LIMITS.chainstackFree,
          { provider: 'infura', logRange: 10_000, logResults: 10_000 },
          { provider: 'alchemy', logRange: 10 },
        ] as const);
