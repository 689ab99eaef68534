import { NETWORKS, type Network } from '@stablegate/contract';
import { Badge, StatusBadge, type StatusLook } from '@stablegate/ui';
import { useTranslation } from '../../lib/i18n/texts';

export function ApiStatuses() {
  const { t } = useTranslation();
  const statuses: { value: string; look: StatusLook; meaning: string }[] = [
    { value: 'completed', look: 'success', meaning: t('Confirmed on chain') },
    { value: 'waiting', look: 'waiting', meaning: t('Awaiting customer payment') },
    { value: 'expired', look: 'expired', meaning: t('Window closed without funds') },
  ];
  return (
    <section className="card" aria-labelledby="statuses">
      <div className="card-head">
        <h2 className="card-title" id="statuses">
          {t('Payment status values')}
        </h2>
      </div>
      <dl className="api-values">
        {statuses.map(({ value, look, meaning }) => (
          <div key={value}>
            <dt>
              <StatusBadge look={look}>{value}</StatusBadge>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Names of chains, the same in every language. The first three as the specification words them. */
const NAMES: Record<Network, string> = {
  TRON: 'TRON (USDT-TRC20)',
  ERC20: 'Ethereum (ERC20)',
  BEP20: 'BSC (BEP20)',
  POLYGON: 'Polygon (USDT)',
  SOLANA: 'Solana (USDT)',
};
const DEFAULT: Network = 'TRON';

export function ApiNetworks() {
  const { t } = useTranslation();
  return (
    <section className="card" aria-labelledby="networks">
      <div className="card-head">
        <h2 className="card-title" id="networks">
          {t('Supported networks')}
        </h2>
      </div>
      <dl className="api-values">
        {NETWORKS.map((network) => (
          <div key={network}>
            <dt>
              <code className="mono" dir="ltr">
                {network}
              </code>
            </dt>
            <dd>
              {NAMES[network]} {network === DEFAULT && <Badge>{t('default')}</Badge>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
