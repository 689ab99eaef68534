import type { Store } from '@stablegate/contract';
import { Button, Dialog, EmptyState, Skeleton } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { Store as StoreIcon } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { storesQuery } from '../../../lib/api/stores.queries';
import { useTranslation } from '../../../lib/i18n/texts';
import { LoadError } from '../../../lib/lists/load-error';
import { PaymentLink } from '../details/payment-link';
import { NewInvoiceForm } from './new-invoice-form';
import type { MadeInvoice } from './use-new-invoice';

export type NewInvoiceDialogProps = { open: boolean; onClose: () => void };

/** First the form, then the created link, in the same place. */
export function NewInvoiceDialog({ open, onClose }: NewInvoiceDialogProps) {
  const { t } = useTranslation();
  const [made, setMade] = useState<MadeInvoice>();
  const close = () => {
    onClose();
    setMade(undefined);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={made === undefined ? t('New invoice') : t('Payment link')}
      text={
        made === undefined
          ? t('Creates a payment link that you can send to a customer or show as a QR code.')
          : t('Send it to your customer, or let them scan it.')
      }
      closeLabel={t('Close')}
    >
      {made === undefined ? (
        <Stores onClose={close} onMade={setMade} />
      ) : (
        <PaymentLink invoice={{ transId: made.transId, urlPayment: made.url_payment, payable: made.payable, expiresAt: made.expiresAt }}>
          <Button onClick={() => setMade(undefined)}>{t('Create another')}</Button>
        </PaymentLink>
      )}
    </Dialog>
  );
}

function Stores({ onClose, onMade }: { onClose: () => void; onMade: (made: MadeInvoice) => void }) {
  const { t } = useTranslation();
  const stores = useQuery(storesQuery);
  if (stores.data !== undefined) {
    return stores.data.length === 0 ? <NoStore /> : <NewInvoiceForm stores={payableFirst(stores.data)} onClose={onClose} onMade={onMade} />;
  }
  if (stores.isPending) {
    return (
      <div className="grid gap-4 py-4" aria-busy="true">
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </div>
    );
  }
  return <LoadError title={t('Your merchants could not be loaded')} read={stores} />;
}

/** The first is chosen: it should be one that can be paid. */
const payableFirst = (stores: readonly Store[]): readonly Store[] => {
  const rank = ({ status, hasAddress }: Store): number => (status === 'Active' && hasAddress ? 0 : 1);
  return stores.toSorted((a, b) => rank(a) - rank(b));
};

function NoStore() {
  const { t } = useTranslation();
  return (
    <EmptyState
      bare
      icon={<StoreIcon className="icon-lg" aria-hidden="true" />}
      title={t('No merchants yet')}
      text={t('An invoice belongs to a merchant, which holds the addresses that customers pay to.')}
      actions={
        <Button asChild variant="primary">
          <Link to="/merchants">{t('Add New Merchant')}</Link>
        </Button>
      }
    />
  );
}
