import { Button, Field, Select, Skeleton } from '@stablegate/ui';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../../lib/lists/load-error';
import { ScreenLink } from '../../../lib/screen';
import { useOwnStore } from './own-store';

/** The user's stores once requested: loading, none, failed, or a choice. */
export function OwnStorePicker() {
  const { t } = useTranslation();
  const { list, stores, store, choose } = useOwnStore();
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
          <ScreenLink to="/merchants">{t('Add New Merchant')}</ScreenLink>
        </Button>
      </div>
    );
  }
  return (
    <Field label={t('Merchant')}>
      {(aria) => (
        <Select {...aria} value={store?.id} onChange={choose} options={stores.map(({ id, name }) => ({ value: id, label: name }))} />
      )}
    </Field>
  );
}
