import type { PaymentLink } from '@stablegate/contract';
import { Dialog } from '@stablegate/ui';
import { useTranslation } from '../../lib/i18n/texts';
import { WithMerchants } from '../../lib/merchants/with-merchants';
import { LinkForm } from './link-form';

export type LinkTask = 'new' | { readonly change: PaymentLink };

export function LinkDialog({ task, onClose }: { task: LinkTask | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const title = task === 'new' ? t('New payment link') : t('Edit payment link');
  return (
    <Dialog open={task !== undefined} onOpenChange={onClose} title={title} closeLabel={t('Close')}>
      {task !== undefined && (
        <WithMerchants>
          {(stores) => <LinkForm stores={stores} link={task === 'new' ? undefined : task.change} onClose={onClose} />}
        </WithMerchants>
      )}
    </Dialog>
  );
}
