// Written by `npm run networks` from the networks in packages/rules/src/networks; do not edit.
import type { NetworkFamily } from './descriptor';

export const NETWORKS = ['TRON', 'BEP20', 'ERC20', 'POLYGON', 'SOLANA'] as const;
export type Network = (typeof NETWORKS)[number];

/** The payment page begins with it. */
export const PRESELECTED_NETWORK: Network = 'BEP20';

/** As exchanges print them in their lists of networks. Proper names: the same in every language. */
export const NETWORK_NAMES: Readonly<Record<Network, string>> = {
  TRON: 'Tron (TRC20)',
  BEP20: 'BNB Smart Chain (BEP20)',
  ERC20: 'Ethereum (ERC20)',
  POLYGON: 'Polygon POS',
  SOLANA: 'Solana',
};

export const FAMILY_OF: Readonly<Record<Network, NetworkFamily>> = {
  TRON: 'tron',
  BEP20: 'evm',
  ERC20: 'evm',
  POLYGON: 'evm',
  SOLANA: 'solana',
};
