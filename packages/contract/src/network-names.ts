import type { Network } from './merchant/networks';

/** As exchanges print them in their lists of networks. Proper names: the same in every language. */
export const NETWORK_NAMES: Readonly<Record<Network, string>> = {
  TRON: 'Tron (TRC20)',
  BEP20: 'BNB Smart Chain (BEP20)',
  ERC20: 'Ethereum (ERC20)',
  POLYGON: 'Polygon POS',
  SOLANA: 'Solana',
};
