import { Button, Dialog } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import { isPartlyPaid } from '../../../lib/invoice-status';
import { WithMerchants } from '../../../lib/merchants/with-merchants';
import { invoiceQuery } from '../details/details.queries';
import { PaymentLink } from '../details/payment-link';
import { StatusBanner } from '../details/status-banner';
import { NewInvoiceForm } from './new-invoice-form';
import type { MadeInvoice } from './use-new-invoice';

export type NewInvoiceDialogProps = { open: boolean; onClose: () => void };

/** First the form, then the created link, in the same place. */
export function NewInvoiceDialog({ open, onClose }: NewInvoiceDialogProps) {
  const { t } = useTranslation();
  const [made, setMade] = useState<MadeInvoice>();
  const isPayable = usePayable(made);
  const close = () => {
    onClose();
    setMade(undefined);
  };
  const [title, text] =
    made === undefined
      ? [t('New invoice'), t('Creates a payment link that you can send to a customer or show as a QR code.')]
      : isPayable
        ? [t('Payment link'), t('Send it to your customer, or let them scan it.')]
        : [t('Invoice'), undefined];
  return (
    <Dialog open={open} onOpenChange={close} title={title} text={text} closeLabel={t('Close')}>
      {made === undefined ? (
        <WithMerchants>{(stores) => <NewInvoiceForm stores={stores} onClose={close} onMade={setMade} />}</WithMerchants>
      ) : (
        <MadeLink made={made}>
          <Button onClick={() => setMade(undefined)}>{t('Create another')}</Button>
        </MadeLink>
      )}
    </Dialog>
  );
}

/** As the invoice's page reads it, while the link is shown; until the first answer it is as it was made. */
const useMadeInvoice = (made: MadeInvoice | undefined) =>
  useQuery({ ...invoiceQuery(made?.transId ?? ''), enabled: made !== undefined }).data;

function usePayable(made: MadeInvoice | undefined): boolean {
  const invoice = useMadeInvoice(made);
  return invoice === undefined || invoice.status === 'WAITING';
}

/** Follows the invoice: whoever still reads "send it to your customer" after the payment sends it again. */
function MadeLink({ made, children }: { made: MadeInvoice; children: ReactNode }) {
  const invoice = useMadeInvoice(made);
  const isPayable = usePayable(made);
  const isPart = invoice !== undefined && isPartlyPaid(invoice);
  const { transId, url_payment: urlPayment, expiresAt } = made;
  // Without a reserved rest no amount completes it.
  const due = invoice?.dueExact === false ? '' : invoice?.due;
  const payable = isPart ? (due ?? '') : made.payable;
  return (
    <PaymentLink
      invoice={{ transId, urlPayment, payable, expiresAt }}
      isPayable={isPayable}
      notice={invoice !== undefined && (isPart || !isPayable) && <StatusBanner invoice={invoice} isOnPage={false} />}
    >
      {children}
    </PaymentLink>
  );
}
