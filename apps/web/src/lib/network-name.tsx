import { NETWORK_NAMES, type Network } from '@stablegate/contract';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { networkLooks } from './networks';
import { isSandbox } from './runtime-mode';
import './network-name.css';

export const NetworkLogo = ({ network }: { network: Network }) => <img className="network-logo" src={networkLooks[network].logo} alt="" />;

export const NetworkName = ({ network }: { network: Network }) => (
  <span className="network-name">
    <NetworkLogo network={network} />
    <span>{NETWORK_NAMES[network]}</span>
  </span>
);

export type ExplorerLinkProps = { network: Network; what: 'address' | 'transaction'; id: string };

/** Nothing in a sandbox: it has chains of its own, which no public explorer knows. */
export function ExplorerLink({ network, what, id }: ExplorerLinkProps) {
  const { t } = useTranslation();
  if (isSandbox()) return null;
  return (
    <a
      className="copy-btn copy-inline"
      href={networkLooks[network][what](id)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('Open in explorer')}
    >
      <ExternalLink className="icon-sm" aria-hidden="true" />
    </a>
  );
}
