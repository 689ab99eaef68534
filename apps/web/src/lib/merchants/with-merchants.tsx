import type { Store } from '@stablegate/contract';
import { Button, EmptyState, Skeleton } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { Store as StoreIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { payableFirst, storesQuery } from '../api/stores.queries';
import { useTranslation } from '../i18n/texts';
import { LoadError } from '../lists/load-error';

/** A form that needs a merchant, or the way to the first one. */
export function WithMerchants({ children }: { children: (stores: readonly Store[]) => ReactNode }) {
  const { t } = useTranslation();
  const stores = useQuery(storesQuery);
  if (stores.data !== undefined) return stores.data.length === 0 ? <NoMerchant /> : children(payableFirst(stores.data));
  if (stores.isError) return <LoadError title={t('Your merchants could not be loaded')} read={stores} />;
  return (
    <div className="grid gap-4 py-4" aria-busy="true">
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  );
}

function NoMerchant() {
  const { t } = useTranslation();
  return (
    <EmptyState
      bare
      icon={<StoreIcon className="icon-lg" aria-hidden="true" />}
      title={t('No merchants yet')}
      text={t('An invoice belongs to a merchant, which holds the addresses that customers pay to.')}
      actions={
        <Button asChild variant="primary">
          <Link to="/merchants?new=1">{t('Add New Merchant')}</Link>
        </Button>
      }
    />
  );
}
