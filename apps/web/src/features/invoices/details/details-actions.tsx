import type { InvoiceDetails } from '@stablegate/contract';
import { Button, Dialog, popup } from '@stablegate/ui';
import { ExternalLink, QrCode, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { errorText, requestOf } from '../../../lib/api/error-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { logWarning } from '../../../lib/log';
import { useMay } from '../../../lib/session/use-may';
import { useRetryCallbacks } from '../use-bulk';
import { PaymentLink } from './payment-link';
import { useCancelInvoice } from './use-invoice-actions';

export function DetailsActions({ invoice }: { invoice: InvoiceDetails }) {
  const { status, callbackUrl, flags } = invoice;
  const isOpen = status === 'WAITING';
  const mayAct = useMay('invoices');
  const hasCallback = callbackUrl !== null && (status === 'SUCCESS' || status === 'EXPIRED' || status === 'FAILED');
  return (
    <div className="invoices-actions">
      {mayAct && isOpen && !flags.includes('paidPartial') && <CancelButton invoice={invoice} />}
      {mayAct && hasCallback && <RetryButton transId={invoice.transId} />}
      {isOpen ? <LinkButton invoice={invoice} /> : <PageLink url={invoice.urlPayment} />}
    </div>
  );
}

function CancelButton({ invoice }: { invoice: InvoiceDetails }) {
  const { t } = useTranslation();
  const cancel = useCancelInvoice(invoice);
  return (
    <Button variant="danger" busy={cancel.isBusy} onClick={() => void cancel.run()}>
      {t('Cancel invoice')}
    </Button>
  );
}

function RetryButton({ transId }: { transId: string }) {
  const { t } = useTranslation();
  const retry = useRetryCallbacks();
  const onError = (error: Error) => {
    logWarning('Retrying a callback failed:', error);
    void popup({
      icon: 'error',
      title: t('The callbacks could not be resent'),
      text: errorText(t, error, t('Something went wrong. Please try again.')),
      failed: requestOf(t, error),
      buttonLabel: t('OK'),
    });
  };
  const resend = () => retry.mutate([transId], { onError });
  return (
    <Button busy={retry.isPending} icon={<RotateCw className="icon" aria-hidden="true" />} onClick={resend}>
      {t('Retry callback')}
    </Button>
  );
}

function LinkButton({ invoice }: { invoice: InvoiceDetails }) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Button variant="primary" icon={<QrCode className="icon" aria-hidden="true" />} onClick={() => setShown(true)}>
        {t('Payment link')}
      </Button>
      <Dialog
        open={isShown}
        onOpenChange={setShown}
        title={t('Payment link')}
        text={t('Send it to your customer, or let them scan it.')}
        closeLabel={t('Close')}
      >
        <PaymentLink invoice={{ ...invoice, payable: invoice.due }} hasDetails={false} />
      </Dialog>
    </>
  );
}

function PageLink({ url }: { url: string }) {
  const { t } = useTranslation();
  return (
    <Button asChild>
      <a href={url} target="_blank" rel="noopener noreferrer">
        {t('Payment page')}
        <ExternalLink className="icon-sm" aria-hidden="true" />
      </a>
    </Button>
  );
}
