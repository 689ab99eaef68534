import type { PaymentView, PayNetwork } from '@stablegate/contract';
import { NETWORK_NAMES, NETWORKS, type Network, PRESELECTED_NETWORK } from '@stablegate/rules';
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

export const payNetworks = Object.fromEntries(NETWORKS.map((network) => [network, lookOf(network)])) as Readonly<
  Record<Network, NetworkLook>
>;

/** The server's facts about a network: an offered one, or one on which the same address is watched. */
export const factsOf = ({ networks, also_watched = [] }: PaymentView, network: Network | undefined): PayNetwork | undefined =>
  [...networks, ...also_watched].find((each) => each.network === network);

const MINUTE_SECONDS = 60;
export function finalIn(n: number): string {
  return n < MINUTE_SECONDS ? t('Final in about {{n}} s', { n }) : t('Final in about {{n}} min', { n: Math.round(n / MINUTE_SECONDS) });
}
export const timeLeft = (n: number): string =>
  n < MINUTE_SECONDS ? t('about {{n}} s left', { n }) : t('about {{n}} min left', { n: Math.round(n / MINUTE_SECONDS) });

/** Specification 2: one network first, and preselected; otherwise the first one. The others keep the server's order. */
export const inPayOrder = (networks: PaymentView['networks']): PaymentView['networks'] =>
  networks.toSorted((a, b) => Number(b.network === PRESELECTED_NETWORK) - Number(a.network === PRESELECTED_NETWORK));

/** Where to send: on the chosen network, otherwise on the first. */
export const targetOf = (networks: PaymentView['networks'], chosen: Network | undefined): PaymentView['networks'][number] | undefined =>
  networks.find(({ network }) => network === chosen) ?? inPayOrder(networks)[0];
