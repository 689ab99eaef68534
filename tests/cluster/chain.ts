import { createSimulatedEvm } from '../../apps/server/test/nodes/evm/evm-chain';
import { startSimulatedNode } from '../../apps/server/test/nodes/start-node';

const BLOCK_MS = 1_000;
const FINALITY = 4;
/** 18 decimals on BNB Smart Chain, 6 in our books. */
const RAW_PER_MICRO = 10n ** 12n;

export type ClusterChain = {
  /** The network as variables of a process. */
  readonly environment: Readonly<Record<string, string>>;
  pay(address: string, micros: bigint): void;
  close(): void;
};

/** BNB Smart Chain in memory, with two nodes that agree. */
export async function startChain(): Promise<ClusterChain> {
  const chain = createSimulatedEvm({ network: 'BEP20', seed: 19, finalityDepth: FINALITY });
  const nodes = [await startSimulatedNode(chain), await startSimulatedNode(chain)];
  const due: { to: string; raw: bigint }[] = [];
  const mining = setInterval(() => void chain.mine({ transfers: due.splice(0) }), BLOCK_MS);
  return {
    environment: {
      BEP20_RPC_URLS: nodes.map(({ url }) => url).join(','),
      BEP20_CHAIN_ID: String(chain.chainId),
      BEP20_CONTRACT: chain.contractAddress,
      BEP20_DECIMALS: String(chain.decimals),
      BEP20_BLOCK_MS: String(BLOCK_MS),
      BEP20_POLL_MS: String(BLOCK_MS),
      BEP20_IDLE_POLL_MS: String(BLOCK_MS),
      BEP20_RATE: '1000',
      BEP20_START_BLOCK: String(chain.startNumber),
    },
    pay: (address, micros) => void due.push({ to: address.toLowerCase(), raw: micros * RAW_PER_MICRO }),
    close: () => {
      clearInterval(mining);
      for (const node of nodes) node.close();
    },
  };
}
