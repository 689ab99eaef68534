import { NETWORK_NAMES, type Network, type PaymentView, type PayNetwork } from '@stablegate/contract';
import { networkLogo } from '../../lib/api/networks';
import { t } from '../texts';

type NetworkLook = {
  /** As exchanges print it, with its standard. */
  readonly label: string;
  /** The same in two parts: the standard is empty where the name includes it. */
  readonly name: string;
  readonly standard: string;
  readonly logo: string;
};

function lookOf(network: Network): NetworkLook {
  const label = NETWORK_NAMES[network];
  const [, name = label, standard = ''] = /^(.*) \((.*)\)$/.exec(label) ?? [];
  return { label, name, standard, logo: networkLogo(network) };
}

export const payNetworks: Readonly<Record<Network, NetworkLook>> = {
  BEP20: lookOf('BEP20'),
  TRON: lookOf('TRON'),
  ERC20: lookOf('ERC20'),
  POLYGON: lookOf('POLYGON'),
  SOLANA: lookOf('SOLANA'),
};

/** The server's facts about a network: an offered one, or one on which the same address is watched. */
export const factsOf = ({ networks, also_watched = [] }: PaymentView, network: Network | undefined): PayNetwork | undefined =>
  [...networks, ...also_watched].find((each) => each.network === network);

const MINUTE_SECONDS = 60;
export function finalIn(n: number): string {
  return n < MINUTE_SECONDS ? t('Final in about {{n}} s', { n }) : t('Final in about {{n}} min', { n: Math.round(n / MINUTE_SECONDS) });
}
export const timeLeft = (n: number): string =>
  n < MINUTE_SECONDS ? t('about {{n}} s left', { n }) : t('about {{n}} min left', { n: Math.round(n / MINUTE_SECONDS) });

/** Specification 2: BEP20 first, and preselected; otherwise the first one. The others keep the server's order. */
export const inPayOrder = (networks: PaymentView['networks']): PaymentView['networks'] =>
  networks.toSorted((a, b) => (b.network === 'BEP20' ? 1 : 0) - (a.network === 'BEP20' ? 1 : 0));

/** Where to send: on the chosen network, otherwise on the first. */
export const targetOf = (networks: PaymentView['networks'], chosen: Network | undefined): PaymentView['networks'][number] | undefined =>
  networks.find(({ network }) => network === chosen) ?? inPayOrder(networks)[0];
