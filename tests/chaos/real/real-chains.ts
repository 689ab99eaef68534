import type { Network } from '@stablegate/contract';
import { startTestChain, type TestChain } from '../../../apps/server/test/parts/chain';
import { startRpcProxy } from '../../../apps/server/test/parts/rpc-proxy';
import type { Chains } from '../chains';
import { type ProxiedNode, realBreakers } from './real-faults';
import { creditsOfLogs, creditsOfSolana } from './real-truth';

/** Confirmations that make a transfer final; reorganisations up to one less are ordinary. */
const FINAL_DEPTH = 4;
const BLOCK_MS = 400;
const NETWORKS = ['BEP20', 'ERC20', 'TRON', 'SOLANA'] as const satisfies readonly Network[];

const pathOf = (network: Network): string => (network === 'TRON' ? '/jsonrpc' : network === 'SOLANA' ? '/solana' : '/');

async function startNodes(chain: TestChain): Promise<ProxiedNode[]> {
  const nodes: ProxiedNode[] = [];
  for (const network of NETWORKS) {
    const count = network === 'BEP20' || network === 'ERC20' ? 2 : 1;
    for (let index = 0; index < count; index += 1) {
      const proxy = await startRpcProxy(new URL(pathOf(network), chain.url).href);
      nodes.push({ network, proxy, mayLeaveOut: index === 0 && network !== 'SOLANA' });
    }
  }
  return nodes;
}

/**
 * The sandbox's EVM node and Solana virtual machine, each watched through faulty proxies: execution is real, the nodes themselves are
 * correct.
 */
export async function startRealChains(): Promise<Chains> {
  const chain = await startTestChain();
  const nodes = await startNodes(chain);
  const headOf = async () => (await chain.call<{ head: { number: number } }>('sandbox_info')).head.number;
  const startBlock = (await headOf()) + 1;
  const settings = NETWORKS.map((network) =>
    chain.settings(network, {
      endpoints: nodes.filter((node) => node.network === network).map(({ proxy }) => ({ url: proxy.url })),
      quorum: 2,
      blockMs: BLOCK_MS,
      pollMs: 150,
      startBlock,
      ...(network === 'BEP20' || network === 'ERC20' ? { finality: { depth: FINAL_DEPTH } } : {}),
    }),
  );
  return {
    name: 'real',
    networks: NETWORKS,
    settings,
    blockMs: BLOCK_MS,
    mine: () => chain.mine(),
    headOf,
    send: async (network, payments, { failed = false, fake = false }) => {
      const [first] = payments;
      const transfers = payments.map(({ to, raw }) => ({ network, to, amountRaw: raw.toString() }));
      const isJoint = failed || payments.length > 1 || first === undefined;
      const { txHash } = isJoint
        ? await chain.call<{ txHash: string }>('sandbox_transferJointly', { transfers, revert: failed })
        : await chain.call<{ txHash: string }>('sandbox_transfer', { ...transfers[0], ...(fake ? { token: 'fake' } : {}) });
      return txHash;
    },
    reorganise: async (chance) => {
      const depth = chance.happens(0.1) ? FINAL_DEPTH + chance.whole(1, 4) : chance.whole(1, FINAL_DEPTH - 1);
      await chain.reorg(depth, chance.happens(0.7));
    },
    truth: async (keysOf) => {
      const onNode = NETWORKS.filter((network) => network !== 'SOLANA');
      const logs = await Promise.all(onNode.map((network) => creditsOfLogs(chain, network, keysOf(network))));
      return [...logs.flat(), ...(await creditsOfSolana(chain, keysOf('SOLANA')))];
    },
    lasting: [],
    breakers: realBreakers(nodes),
  };
}
