import { NETWORKS, type Network, type Wallet } from '@stablegate/contract';

export type NetworkLook = {
  /** As the specification writes it; a proper name, the same in every language. */
  name: string;
  logo: string;
  /** Where anybody can look an address up. */
  explorer: (address: string) => string;
};

export const networkLooks: Readonly<Record<Network, NetworkLook>> = {
  TRON: { name: 'Tron TRC20', logo: '/networks/tron.svg', explorer: (address) => `https://tronscan.org/#/address/${address}` },
  BEP20: { name: 'BNB Smart Chain', logo: '/networks/bep20.svg', explorer: (address) => `https://bscscan.com/address/${address}` },
  ERC20: { name: 'Ethereum', logo: '/networks/erc20.svg', explorer: (address) => `https://etherscan.io/address/${address}` },
  POLYGON: { name: 'Polygon POS', logo: '/networks/polygon.svg', explorer: (address) => `https://polygonscan.com/address/${address}` },
  SOLANA: { name: 'Solana', logo: '/networks/solana.svg', explorer: (address) => `https://solscan.io/account/${address}` },
};

/** "Ethereum (ERC20)"; a name that already begins with its code says it once. */
export function networkLabel(network: Network): string {
  const { name } = networkLooks[network];
  return name.toUpperCase().startsWith(network) ? name : `${name} (${network})`;
}

/** The networks on which the store takes no money yet, in the usual order. */
export const freeNetworks = (wallets: readonly Pick<Wallet, 'network'>[]): readonly Network[] =>
  NETWORKS.filter((network) => wallets.every((wallet) => wallet.network !== network));
