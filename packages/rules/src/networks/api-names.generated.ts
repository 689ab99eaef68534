// Written by `npm run networks` from the networks in packages/rules/src/networks; do not edit.
import type { Network } from './names.generated';

/** On the page for developers. */
export const NETWORK_API_NAMES: Readonly<Record<Network, string>> = {
  TRON: 'TRON (USDT-TRC20)',
  BEP20: 'BSC (BEP20)',
  ERC20: 'Ethereum (ERC20)',
  POLYGON: 'Polygon (USDT)',
  SOLANA: 'Solana (USDT)',
};
