import { NETWORKS, type Network } from '@stablegate/contract';
import { FAMILY_OF, type NetworkFamily, unitsOfMicros } from '@stablegate/rules';
import { DESCRIPTORS } from '@stablegate/rules/networks';
import { createSimulatedEvm } from '../../../apps/server/test/nodes/evm/evm-chain';
import type { EvmChain } from '../../../apps/server/test/nodes/evm/evm-types';
import { nowAndThen } from '../../../apps/server/test/nodes/machines';
import type { LogNumbers, NodeFaults } from '../../../apps/server/test/nodes/node-types';
import { settingsFor } from '../../../apps/server/test/nodes/settings';
import { createSimulatedSolana } from '../../../apps/server/test/nodes/solana/solana-chain';
import type { SolanaChain, TransferWay } from '../../../apps/server/test/nodes/solana/solana-types';
import { startTestNode } from '../../../apps/server/test/nodes/test-node';
import { type Chance, createChance } from '../../../apps/server/test/seeded';
import type { Broken, Chains, Credit } from '../chains';
import { breakForGood, type CastNode, planOf, simulatedBreakers } from './simulated-faults';

const PACE = { blockMs: 400, pollMs: 150 };
/** Solana's final slot is closer than mainnet's 32, so that a run sees many transfers become final. */
const FINAL_DEPTH: Record<NetworkFamily, number> = { tron: 5, evm: 4, solana: 12 };
/** Final transfers are never reorged there; elsewhere it has happened (0xPolygon/bor#1081). */
const NEVER_DEEPER: readonly NetworkFamily[] = ['tron', 'solana'];
const FAKE = { evm: `0x${'fa'.repeat(20)}`, solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' };
const WAYS: readonly TransferWay[] = ['transferChecked', 'transfer', 'cpi', 'batch', 'cpiBatch'];

type AnyChain = EvmChain | SolanaChain;
const isSolana = (chain: AnyChain): chain is SolanaChain => chain.network === 'SOLANA';
const headNumber = (chain: AnyChain): number => (isSolana(chain) ? chain.head().slot : chain.head().number);

function sendOn(chain: AnyChain, payments: readonly { to: string; raw: bigint }[], failed: boolean, fake: boolean, chance: Chance): string {
  if (isSolana(chain)) {
    const transfers = payments.map((payment) => ({ ...payment, ...(fake ? { mint: FAKE.solana } : {}) }));
    const input = { transfers, failed, by: chance.pick(WAYS), version: chance.pick(['legacy', 0, 0, 1] as const) };
    return chain.mine({ transactions: [input] }).transactions[0]?.signature ?? '';
  }
  const transfers = payments.map((payment) => ({ ...payment, ...(fake ? { contract: FAKE.evm } : {}) }));
  const block = chain.mine({ transactions: [{ transfers, failed }] });
  const [transaction] = block.transactions;
  return transaction?.hash ?? '';
}

/** The number of nodes per network, their plans, and which of them is an indexer: all by the seed. */
async function startCast(chain: AnyChain, chance: Chance): Promise<CastNode[]> {
  const count = chance.pick([1, 2, 2, 2, 3]);
  const cast: CastNode[] = [];
  for (let index = 0; index < count; index += 1) {
    const isLast = index === count - 1;
    const seed = chance.whole(1, 1_000_000);
    const usual = {
      logNumbers: chance.pick<NodeFaults['logNumbers']>([
        'block',
        'block',
        'transaction',
        nowAndThen<LogNumbers>(seed, 0.5, 'transaction', 'block'),
      ]),
      logTimes: chance.happens(0.5),
      ...(isSolana(chain) ? { parsesBatch: chance.happens(0.5) } : {}),
      ...(chain.network === 'TRON' && chance.happens(0.3) ? { missing: new Set(['eth_getBlockReceipts']) } : {}),
    };
    const limits = planOf(chain.network, chance);
    const node = await startTestNode(chain, { faults: usual, limits });
    const fork = () => (isSolana(chain) ? chain.fork(2) : chain.fork(2));
    cast.push({
      network: chain.network,
      index,
      node,
      usual,
      limits,
      mayLie: !isLast,
      isAlone: count === 1,
      count,
      headNumber: () => headNumber(chain),
      fork,
    });
  }
  return cast;
}

function creditsOf(chain: AnyChain, keys: readonly string[]): Credit[] {
  const known = new Set(keys);
  const { network } = chain;
  return chain
    .truth()
    .filter(({ to }) => known.has(to))
    .map(({ txHash, to, raw, block }) => ({
      network,
      txHash,
      toKey: to,
      micros: raw / unitsOfMicros(1n, DESCRIPTORS[network].decimals),
      block,
    }))
    .filter(({ micros }) => micros > 0n);
}

/** In most networks with several nodes one is faulty for good; the others then tell no lies, and have their other faults for a while. */
function breakSomeForGood(cast: readonly CastNode[], chance: Chance): { readonly lasting: Broken[]; readonly others: CastNode[] } {
  const broken = cast.filter(({ index, count }) => index === 0 && count > 1 && chance.happens(0.7));
  const others = cast.filter((node) => !broken.includes(node));
  return {
    lasting: broken.map((node) => breakForGood(node, chance)),
    others: others.map((node) => (broken.some(({ network }) => network === node.network) ? { ...node, mayLie: false } : node)),
  };
}

/** All five networks in memory, each with one to three nodes that misbehave like mainnet's. */
export async function startSimulatedChains(seed: number, { pace = PACE, isLong = false } = {}): Promise<Chains> {
  const chance = createChance(seed ^ 0x5eed);
  const chains = NETWORKS.map((network): AnyChain => {
    const options = { seed, finalityDepth: FINAL_DEPTH[FAMILY_OF[network]] };
    return network === 'SOLANA' ? createSimulatedSolana(options) : createSimulatedEvm({ network, ...options });
  });
  const cast: CastNode[] = [];
  for (const chain of chains) cast.push(...(await startCast(chain, chance)));
  const { lasting, others } = isLong ? breakSomeForGood(cast, chance) : { lasting: [], others: cast };
  const chainOf = (network: Network): AnyChain => {
    const found = chains.find((chain) => chain.network === network);
    if (found === undefined) throw new Error(`there is no ${network}`);
    return found;
  };
  const settings = chains.map((chain) => {
    const nodes = cast.filter(({ network }) => network === chain.network).map(({ node }) => node);
    const start = isSolana(chain) ? {} : { startBlock: chain.startNumber };
    return settingsFor(chain, nodes, { ...pace, ...start });
  });
  return {
    name: `simulated (${settings.map(({ network, endpoints }) => `${network} ${endpoints.length}`).join(', ')} nodes)`,
    networks: NETWORKS,
    settings,
    blockMs: pace.blockMs,
    mine: async () => {
      for (const chain of chains) {
        if (isSolana(chain)) chain.mine({ skip: chance.happens(0.05) ? 1 : 0 });
        else chain.mine({ background: 3 });
      }
    },
    headOf: async (network) => headNumber(chainOf(network)),
    send: async (network, payments, { failed = false, fake = false }, from) => sendOn(chainOf(network), payments, failed, fake, from),
    reorganise: async (from) => {
      const chain = from.pick(chains);
      const most = FINAL_DEPTH[FAMILY_OF[chain.network]];
      const isDeep = from.happens(0.1) && !NEVER_DEEPER.includes(FAMILY_OF[chain.network]);
      const depth = isDeep ? most + from.whole(1, 4) : from.whole(1, most - 1);
      const keep = from.happens(0.7);
      if (isSolana(chain)) chain.fork(depth, { keep });
      else chain.fork(depth, { keep });
    },
    truth: async (keysOf) => chains.flatMap((chain) => creditsOf(chain, keysOf(chain.network))),
    lasting,
    breakers: simulatedBreakers(others),
  };
}
