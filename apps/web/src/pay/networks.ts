import { NETWORK_NAMES, type Network, type PaymentView } from '@stablegate/contract';
import { t } from './texts';

type PayNetwork = {
  /** As exchanges print it, with its standard. */
  readonly label: string;
  /** The same in two parts: the standard is empty where the name says it. */
  readonly name: string;
  readonly standard: string;
  readonly logo: string;
  /** Until a payment is final, in seconds: blocks needed times block time, as in the server's network profiles. */
  readonly finalSeconds: number;
  /** Where anybody can look a transaction up. */
  readonly explorer: string;
};

function payNetwork(network: Network, finalSeconds: number, explorer: string): PayNetwork {
  const label = NETWORK_NAMES[network];
  const [, name = label, standard = ''] = /^(.*) \((.*)\)$/.exec(label) ?? [];
  return { label, name, standard, logo: `/networks/${network.toLowerCase()}.svg`, finalSeconds, explorer };
}

export const payNetworks: Readonly<Record<Network, PayNetwork>> = {
  BEP20: payNetwork('BEP20', 3, 'https://bscscan.com/tx/'),
  TRON: payNetwork('TRON', 60, 'https://tronscan.org/#/transaction/'),
  ERC20: payNetwork('ERC20', 780, 'https://etherscan.io/tx/'),
  POLYGON: payNetwork('POLYGON', 66, 'https://polygonscan.com/tx/'),
  SOLANA: payNetwork('SOLANA', 15, 'https://solscan.io/tx/'),
};

/** TRON's explorer writes hashes without the prefix. */
export const explorerUrl = (network: Network, txHash: string): string =>
  payNetworks[network].explorer + (network === 'TRON' ? txHash.replace(/^0x/, '') : txHash);

const MINUTE_SECONDS = 60;
export function finalIn(network: Network): string {
  const n = payNetworks[network].finalSeconds;
  return n < MINUTE_SECONDS ? t('Final in about {{n}} s', { n }) : t('Final in about {{n}} min', { n: Math.round(n / MINUTE_SECONDS) });
}
export const timeLeft = (n: number): string =>
  n < MINUTE_SECONDS ? t('about {{n}} s left', { n }) : t('about {{n}} min left', { n: Math.round(n / MINUTE_SECONDS) });

/** Specification 2: BEP20 first, and preselected; else the first one. The others keep the server's order. */
export const inPayOrder = (networks: PaymentView['networks']): PaymentView['networks'] =>
  networks.toSorted((a, b) => (b.network === 'BEP20' ? 1 : 0) - (a.network === 'BEP20' ? 1 : 0));

/** Where to send: on the network that was chosen, else on the first. */
export const targetOf = (networks: PaymentView['networks'], chosen: Network | undefined): PaymentView['networks'][number] | undefined =>
  networks.find(({ network }) => network === chosen) ?? inPayOrder(networks)[0];
