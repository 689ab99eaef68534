import { FAMILY_OF, NETWORKS, type Network } from '@stablegate/rules';

/** hardhat's own chain id, which wallets know as a test network. */
export const CHAIN_ID = 31337;

/** One node and one chain id for all but Solana, which has a virtual machine of its own; a separate USDT contract per network. */
export const isOnNode = (network: Network): boolean => FAMILY_OF[network] !== 'solana';
export const NODE_NETWORKS: readonly Network[] = NETWORKS.filter(isOnNode);

export const FAKE_TOKEN_DECIMALS = 6;
