import { NETWORK_NAMES, type Network } from '@stablegate/contract';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { networkLogo } from '../api/networks';
import { networkFactsQuery } from '../api/stores.queries';
import { explorerUrl } from '../explorer';
import './network-name.css';
import { useTranslation } from '../i18n/texts';

export const NetworkLogo = ({ network }: { network: Network }) => <img className="network-logo" src={networkLogo(network)} alt="" />;

export const NetworkName = ({ network }: { network: Network }) => (
  <span className="network-name">
    <NetworkLogo network={network} />
    <span>{NETWORK_NAMES[network]}</span>
  </span>
);

export type ExplorerLinkProps = { network: Network; what: 'address' | 'transaction'; id: string };

/** Nothing where the server names no explorer: no public explorer covers the sandbox's chains. */
export function ExplorerLink({ network, what, id }: ExplorerLinkProps) {
  const { t } = useTranslation();
  const { data: facts } = useQuery(networkFactsQuery);
  const known = facts?.find((each) => each.network === network);
  const template = what === 'address' ? known?.explorerAddress : known?.explorerTx;
  if (template === undefined) return null;
  return (
    <a
      className="copy-btn copy-inline"
      href={explorerUrl(template, id)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('Open in explorer')}
    >
      <ExternalLink className="icon-sm" aria-hidden="true" />
    </a>
  );
}
