import type { Network, PaymentView } from '@stablegate/contract';

type PayNetwork = {
  /** As exchanges print it in their list of networks, so that people find the same words there. */
  readonly label: string;
  readonly logo: string;
};

export const payNetworks: Readonly<Record<Network, PayNetwork>> = {
  BEP20: { label: 'BNB Smart Chain (BEP20)', logo: '/networks/bep20.svg' },
  TRON: { label: 'Tron (TRC20)', logo: '/networks/tron.svg' },
  ERC20: { label: 'Ethereum (ERC20)', logo: '/networks/erc20.svg' },
  POLYGON: { label: 'Polygon POS', logo: '/networks/polygon.svg' },
  SOLANA: { label: 'Solana', logo: '/networks/solana.svg' },
};

/** Specification 2: BEP20 first, and preselected; else the first one. The others keep the server's order. */
export const inPayOrder = (networks: PaymentView['networks']): PaymentView['networks'] =>
  networks.toSorted((a, b) => (b.network === 'BEP20' ? 1 : 0) - (a.network === 'BEP20' ? 1 : 0));
