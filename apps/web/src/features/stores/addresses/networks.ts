import { NETWORKS, type Network, type Wallet } from '@stablegate/contract';

/** Networks without an address, in the usual order. */
export const freeNetworks = (wallets: readonly Pick<Wallet, 'network'>[]): readonly Network[] =>
  NETWORKS.filter((network) => wallets.every((wallet) => wallet.network !== network));
