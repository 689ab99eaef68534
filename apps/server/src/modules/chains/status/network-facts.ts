import type { Network, NetworkFacts } from '@stablegate/contract';
import type { NetworkSettings } from '../../../config-networks';
import { FAMILY_OF } from '../chains.domain';

/** What payers and their wallets need to know about a network. The browser keeps no copy: on a test network it would ask for real money. */
export const factsOf = ({ chainId, contract, decimals, confirmations, blockMs, explorer }: NetworkSettings): NetworkFacts => ({
  ...(chainId === undefined ? {} : { chainId }),
  ...(contract === '' ? {} : { contract, decimals }),
  confirmations,
  finalSeconds: Math.ceil((confirmations * blockMs) / 1000),
  ...(explorer === undefined ? {} : { explorerTx: explorer.tx, explorerAddress: explorer.address }),
});

export const createNetworkFacts = (networks: readonly NetworkSettings[]) => ({
  networkFacts: (network: Network): NetworkFacts => {
    const settings = networks.find((each) => each.network === network);
    return settings === undefined ? {} : factsOf(settings);
  },
  /** Enabled networks on which an address of this one is watched too: the EVM networks share their addresses. */
  sharingWith: (network: Network): Network[] =>
    networks
      .filter((other) => other.enabled && other.network !== network && FAMILY_OF[other.network] === FAMILY_OF[network])
      .map((other) => other.network),
});
