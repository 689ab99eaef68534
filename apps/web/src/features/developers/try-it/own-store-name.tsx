import { Button, Skeleton } from '@stablegate/ui';
import { useTranslation } from '../../../lib/i18n/texts';
import { LoadError } from '../../../lib/lists/load-error';
import { ScreenLink } from '../../../lib/screen';
import { useOwnStore } from './own-store';

/** Whose key is used, once requested: loading, none, failed, or its name. Another is chosen in the header. */
export function OwnStoreName() {
  const { t } = useTranslation();
  const { list, stores, store } = useOwnStore();
  if (stores === undefined && list.isError) {
    return <LoadError title={t('Your merchants could not be loaded')} read={list} />;
  }
  if (stores === undefined) {
    return (
      <div aria-busy="true">
        <Skeleton />
      </div>
    );
  }
  if (stores.length === 0) {
    return (
      <div className="own-none" role="status">
        <p>{t('No merchants yet')}</p>
        <Button asChild>
          <ScreenLink to="/merchants?new=1">{t('Add New Merchant')}</ScreenLink>
        </Button>
      </div>
    );
  }
  return (
    <div className="own-store">
      <span className="font-medium">{t('Merchant')}</span>
      <bdi>{store?.name}</bdi>
      {stores.length > 1 && <span className="text-caption text-muted">{t('Choose another in the header.')}</span>}
    </div>
  );
}
