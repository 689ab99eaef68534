import type { Store, StoreSecret } from '@stablegate/contract';
import { Notice } from '@stablegate/ui';
import { Link } from 'react-router';
import { useTranslation } from './i18n/texts';
import { IfMay } from './session/if-may';

/** After "This was not me", until each secret is renewed: of one merchant. */
export function ExposedSecrets({ store: { exposedSecrets } }: { store: Pick<Store, 'exposedSecrets'> }) {
  const { t } = useTranslation();
  if (exposedSecrets.length === 0) return null;
  const labels: Readonly<Record<StoreSecret, string>> = {
    apiKey: t('API Key'),
    callbackSecret: t('Callback secret'),
    endpointSecrets: t('Secrets of callback endpoints'),
    epusdtToken: t('Epusdt token'),
  };
  const secrets = exposedSecrets.map((secret) => labels[secret]).join(', ');
  return (
    <Notice tone="warning" title={t('Someone else may know the secrets of this merchant')}>
      {t('You reported a change that was not yours. Reset these and put the new values into your shop: {{secrets}}.', { secrets })}
    </Notice>
  );
}

/** Of all merchants, with the way to each. */
export function ExposedMerchants({ stores = [] }: { stores: readonly Store[] | undefined }) {
  const { t } = useTranslation();
  const exposed = stores.filter(({ exposedSecrets }) => exposedSecrets.length > 0);
  if (exposed.length === 0) return null;
  return (
    <IfMay permission="secrets">
      <div className="mb-4">
        <Notice tone="warning" title={t('Someone else may know the secrets of your merchants')}>
          {t('You reported a change that was not yours. Reset the API key and the callback secret of:')}{' '}
          <span className="dotted">
            {exposed.map(({ id, name }) => (
              <Link key={id} className="link py-1" to={`/manage-merchant?id=${encodeURIComponent(id)}`}>
                <bdi>{name}</bdi>
              </Link>
            ))}
          </span>
        </Notice>
      </div>
    </IfMay>
  );
}
