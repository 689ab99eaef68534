import { Button, Dialog } from '@stablegate/ui';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import { WithMerchants } from '../../../lib/merchants/with-merchants';
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
        <WithMerchants>{(stores) => <NewInvoiceForm stores={stores} onClose={close} onMade={setMade} />}</WithMerchants>
      ) : (
        <PaymentLink invoice={{ transId: made.transId, urlPayment: made.url_payment, payable: made.payable, expiresAt: made.expiresAt }}>
          <Button onClick={() => setMade(undefined)}>{t('Create another')}</Button>
        </PaymentLink>
      )}
    </Dialog>
  );
}
