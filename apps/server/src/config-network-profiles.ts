import { NETWORKS, type Network } from '@stablegate/contract';
import { type ChainFacts, DESCRIPTORS, type ReadingFacts } from '@stablegate/rules/networks';

/** One network of a profile: its descriptor's facts for mainnet or for its test network. */
export type NetworkProfile = ReadingFacts & ChainFacts & { readonly name: string };

function profileOf(network: Network, profile: 'mainnet' | 'testnet'): NetworkProfile {
  const { name, decimals, finality, minDepth, confirmations, blockMs, pollMs, tipMargin, rangeMax, recipientsMax, soloProof } =
    DESCRIPTORS[network];
  const reading = { decimals, finality, minDepth, confirmations, blockMs, pollMs, tipMargin, rangeMax, recipientsMax, soloProof };
  return { ...reading, ...DESCRIPTORS[network][profile], name };
}

const profilesOf = (profile: 'mainnet' | 'testnet') =>
  Object.fromEntries(NETWORKS.map((network) => [network, profileOf(network, profile)])) as Readonly<Record<Network, NetworkProfile>>;

export const PROFILES = { mainnet: profilesOf('mainnet'), testnet: profilesOf('testnet') } as const;
export const TESTNET_NAMES = NETWORKS.map((network) => DESCRIPTORS[network].testnet.name);
