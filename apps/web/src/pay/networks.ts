import { NETWORK_NAMES, type Network, type PaymentView } from '@stablegate/contract';

type PayNetwork = { readonly label: string; readonly logo: string };
const payNetwork = (network: Network, logo: string): PayNetwork => ({ label: NETWORK_NAMES[network], logo });

export const payNetworks: Readonly<Record<Network, PayNetwork>> = {
  BEP20: payNetwork('BEP20', '/networks/bep20.svg'),
  TRON: payNetwork('TRON', '/networks/tron.svg'),
  ERC20: payNetwork('ERC20', '/networks/erc20.svg'),
  POLYGON: payNetwork('POLYGON', '/networks/polygon.svg'),
  SOLANA: payNetwork('SOLANA', '/networks/solana.svg'),
};

/** Specification 2: BEP20 first, and preselected; else the first one. The others keep the server's order. */
export const inPayOrder = (networks: PaymentView['networks']): PaymentView['networks'] =>
  networks.toSorted((a, b) => (b.network === 'BEP20' ? 1 : 0) - (a.network === 'BEP20' ? 1 : 0));

/** Where to send: on the network that was chosen, else on the first. */
export const targetOf = (networks: PaymentView['networks'], chosen: Network | undefined): PaymentView['networks'][number] | undefined =>
  networks.find(({ network }) => network === chosen) ?? inPayOrder(networks)[0];
