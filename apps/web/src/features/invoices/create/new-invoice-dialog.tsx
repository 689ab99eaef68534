import type { InvoiceDetails } from '@stablegate/contract';
import { Amount, Button, Dialog } from '@stablegate/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { INVOICES_KEY } from '../../../lib/api/invoices.queries';
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
  const invoice = useMadeInvoice(made);
  const isPayable = canBePaid(invoice);
  const close = () => {
    onClose();
    setMade(undefined);
  };
  const [title, text] =
    made === undefined
      ? [t('New invoice'), t('Creates a payment link that you can send to a customer or show as a QR code.')]
      : isPayable
        ? [t('Payment link'), t('Send it to your customer, or let them scan it.')]
        : [t('Invoice'), invoice && <WhichInvoice invoice={invoice} />];
  return (
    <Dialog open={open} onOpenChange={close} title={title} text={text} closeLabel={t('Close')}>
      {made === undefined ? (
        <WithMerchants>{(stores) => <NewInvoiceForm stores={stores} onClose={close} onMade={setMade} />}</WithMerchants>
      ) : (
        <MadeLink made={made} invoice={invoice}>
          <Button onClick={() => setMade(undefined)}>{t('Create another')}</Button>
        </MadeLink>
      )}
    </Dialog>
  );
}

/** As the invoice's page reads it, while the link is shown; until the first answer it is as it was made. */
function useMadeInvoice(made: MadeInvoice | undefined): InvoiceDetails | undefined {
  const client = useQueryClient();
  const { data } = useQuery({ ...invoiceQuery(made?.transId ?? ''), enabled: made !== undefined });
  const status = data?.status ?? 'WAITING';
  // The list behind must not say "Waiting" beside it.
  useEffect(() => {
    if (status === 'WAITING') return;
    for (const part of ['list', 'counts']) void client.invalidateQueries({ queryKey: [...INVOICES_KEY, part] });
  }, [status, client]);
  return data;
}

const canBePaid = (invoice: InvoiceDetails | undefined): boolean => invoice === undefined || invoice.status === 'WAITING';

const WhichInvoice = ({ invoice: { name, payable } }: { invoice: InvoiceDetails }) => (
  <>
    <bdi>{name}</bdi> · <Amount value={payable} decimals={4} unit="USDT" />
  </>
);

/** Follows the invoice: whoever still reads "send it to your customer" after the payment sends it again. */
function MadeLink({ made, invoice, children }: { made: MadeInvoice; invoice: InvoiceDetails | undefined; children: ReactNode }) {
  const isPayable = canBePaid(invoice);
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
