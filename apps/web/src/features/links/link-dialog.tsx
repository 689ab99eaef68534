import type { PaymentLink } from '@stablegate/contract';
import { Dialog, EmptyState, Skeleton } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { Store as StoreIcon } from 'lucide-react';
import { storesQuery } from '../../lib/api/stores.queries';
import { useTranslation } from '../../lib/i18n/texts';
import { LoadError } from '../../lib/lists/load-error';
import { ScreenLink } from '../../lib/screen';
import { LinkForm } from './link-form';

export type LinkTask = 'new' | { readonly change: PaymentLink };

export function LinkDialog({ task, onClose }: { task: LinkTask | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const title = task === 'new' ? t('New payment link') : t('Edit payment link');
  return (
    <Dialog open={task !== undefined} onOpenChange={onClose} title={title} closeLabel={t('Close')}>
      {task !== undefined && <Body task={task} onClose={onClose} />}
    </Dialog>
  );
}

function Body({ task, onClose }: { task: LinkTask; onClose: () => void }) {
  const { t } = useTranslation();
  const stores = useQuery(storesQuery);
  if (stores.data === undefined)
    return stores.isPending ? <Skeleton /> : <LoadError title={t('Your merchants could not be loaded')} read={stores} />;
  if (stores.data.length === 0)
    return (
      <EmptyState
        bare
        icon={<StoreIcon className="icon-lg" aria-hidden="true" />}
        title={t('No merchants yet')}
        text={t('An invoice belongs to a merchant, which holds the addresses that customers pay to.')}
        actions={
          <ScreenLink to="/merchants" className="link">
            {t('Add New Merchant')}
          </ScreenLink>
        }
      />
    );
  return <LinkForm stores={stores.data} link={task === 'new' ? undefined : task.change} onClose={onClose} />;
}
