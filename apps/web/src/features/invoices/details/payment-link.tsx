import { Amount, Button, CopyButton, DialogActions, Qr, TextInput } from '@stablegate/ui';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCopyToast } from '../../../lib/copy-toast';
import { useTranslation } from '../../../lib/i18n/texts';
import { detailsHref } from '../../../lib/lists/invoice-columns';
import { clockTimeInText } from '../../../lib/time/local-time';

export type PaymentLinkProps = {
  invoice: { transId: string; urlPayment: string; payable: string; expiresAt: string };
  /** Said of the invoice, above the link. */
  notice?: ReactNode;
  /** Off once it can no longer be paid: the link would invite to pay again. */
  isPayable?: boolean;
  /** Buttons before the last one. */
  children?: ReactNode;
  /** Off where the invoice is already on screen. */
  hasDetails?: boolean;
};

/** The link to copy, to scan and to open. */
export function PaymentLink({ invoice, notice, isPayable = true, children, hasDetails = true }: PaymentLinkProps) {
  const { t } = useTranslation();
  return (
    <div className="payment-link">
      {notice}
      {isPayable && <LinkToPay invoice={invoice} />}
      <DialogActions>
        {children}
        <Button asChild>
          <a href={invoice.urlPayment} target="_blank" rel="noopener noreferrer">
            {t('Payment page')}
            <ExternalLink className="icon-sm" aria-hidden="true" />
          </a>
        </Button>
        {hasDetails && (
          <Button asChild variant="primary">
            <Link to={detailsHref(invoice.transId)}>{t('View invoice')}</Link>
          </Button>
        )}
      </DialogActions>
    </div>
  );
}

function LinkToPay({ invoice: { urlPayment, payable, expiresAt } }: Pick<PaymentLinkProps, 'invoice'>) {
  const { t } = useTranslation();
  const copied = useCopyToast();
  return (
    <>
      <div className="payment-link-qr">
        <Qr value={urlPayment} label={t('QR code of the payment link')} />
      </div>
      <p className="text-center">
        {payable !== '' && <Amount className="text-heading font-medium" value={payable} decimals={4} unit="USDT" />}
        {expiresAt !== '' && (
          <span className="num block text-caption text-muted">
            {t('Payable until {{time}}', { time: clockTimeInText(new Date(expiresAt)) })}
          </span>
        )}
      </p>
      <TextInput
        readOnly
        dir="ltr"
        className="payment-link-url"
        aria-label={t('Payment link')}
        value={urlPayment}
        onFocus={(event) => event.target.select()}
        end={
          <CopyButton
            value={urlPayment}
            label={t('Copy payment link')}
            copiedLabel={t('Copied')}
            onCopied={copied.done}
            onFailed={copied.refused}
          />
        }
      />
    </>
  );
}
