import { NETWORK_API_NAMES, NETWORKS } from '@stablegate/contract';
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
              {NETWORK_API_NAMES[network]} {network === NETWORKS[0] && <Badge>{t('default')}</Badge>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
