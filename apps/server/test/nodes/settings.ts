import type { NetworkSettings } from '../../src/config';
import { PROFILES } from '../../src/config-network-profiles';
import type { SimulatedChain } from './node-types';
import type { SimulatedNode } from './start-node';

/** A network of mainnet's profile, read from these nodes, at a test's pace. */
export function settingsFor(
  chain: SimulatedChain,
  nodes: readonly Pick<SimulatedNode, 'url'>[],
  changes: Partial<NetworkSettings> = {},
): NetworkSettings {
  return {
    ...PROFILES.mainnet[chain.network],
    network: chain.network,
    enabled: true,
    endpoints: nodes.map(({ url }) => ({ url })),
    ratePerSecond: 1_000,
    quorum: 2,
    requestTimeoutMs: 2_000,
    pollMs: 60,
    idlePollMs: changes.pollMs ?? 60,
    blockMs: 1_000,
    tipMargin: 0,
    minDepth: Math.min(PROFILES.mainnet[chain.network].minDepth, chain.finalityDepth),
    ...changes,
  };
}
