import type { Network } from '@stablegate/contract';
import { networkLooks } from './networks';

export const NetworkLogo = ({ network }: { network: Network }) => <img className="network-logo" src={networkLooks[network].logo} alt="" />;

/** Logo, name and the code that programs use for it. */
export const NetworkName = ({ network }: { network: Network }) => (
  <span className="network-name">
    <NetworkLogo network={network} />
    <span className="font-medium">{networkLooks[network].name}</span>
    <span className="network-tag">{network}</span>
  </span>
);
