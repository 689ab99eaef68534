import { type InvoiceDetails, NETWORK_NAMES } from '@stablegate/contract';
import { monitoringEnd } from '@stablegate/rules';
import { Button, Notice, type NoticeTone } from '@stablegate/ui';
import { shownAmount, withUnit } from '../../../lib/i18n/format';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { isCancelled, isPartlyPaid } from '../../../lib/invoice-status';
import { useMay } from '../../../lib/session/use-may';
import { fullTimeInText } from '../../../lib/time/local-time';
import { serverClock } from '../../../lib/time/server-clock';
import { useAcceptInvoice } from './use-invoice-actions';

type Banner = { tone: NoticeTone; title: string; text: string };

const fourPlaces = (value: string): string => shownAmount(value, 4);

const endedTitle = (t: TFunction, invoice: InvoiceDetails): string =>
  isCancelled(invoice) ? t('Invoice cancelled.') : t('Invoice expired.');

/** Money first: whether it is safe, and what to do. Undefined for a status that only a newer server knows. */
function bannerOf(t: TFunction, invoice: InvoiceDetails, isOnPage: boolean): Banner | undefined {
  const { status, flags } = invoice;
  if (flags.includes('reversed')) {
    return {
      tone: 'danger',
      title: t('Payment reversed.'),
      text: t('The network reversed a payment that was final. The fee was refunded to you; please check with your customer.'),
    };
  }
  if (flags.includes('oversold')) {
    return {
      tone: 'warning',
      title: t('Paid, but sold out.'),
      text: t('The last item of the payment link had been sold when this payment arrived. Deliver it nevertheless, or refund the payment.'),
    };
  }
  if (isPartlyPaid(invoice)) {
    return {
      tone: 'warning',
      title: status === 'EXPIRED' ? `${endedTitle(t, invoice)} ${t('Partly paid.')}` : t('Partly paid.'),
      text: partText(t, invoice),
    };
  }
  const banners: Readonly<Record<InvoiceDetails['status'], Banner>> = {
    SUCCESS: { tone: 'success', title: t('Payment confirmed.'), text: successText(t, invoice, isOnPage) },
    WAITING: {
      tone: 'info',
      title: t('Waiting for the payment.'),
      text: waitingText(t, invoice),
    },
    PROCESSING: {
      tone: 'info',
      title: t('Payment seen.'),
      text: t('It counts as soon as the network has confirmed it. There is nothing to do.'),
    },
    EXPIRED: {
      tone: 'plain',
      title: endedTitle(t, invoice),
      text: unpaidText(t, invoice),
    },
    FAILED: {
      tone: 'danger',
      title: t('Payment failed.'),
      text: t('The network reversed the payment and it did not come back. Please ask your customer to pay a new invoice.'),
    },
  };
  return banners[status];
}

function waitingText(t: TFunction, { payable, expiresAt }: InvoiceDetails): string {
  if (payable === '' || expiresAt === '') return '';
  const time = fullTimeInText(new Date(expiresAt));
  return t('The customer has to send exactly {{payable}} USDT by {{time}}.', { payable: fourPlaces(payable), time });
}

/** Until monitoring ends a late payment counts; afterwards nobody should wait for one. */
function unpaidText(t: TFunction, { flags, expiresAt }: InvoiceDetails): string {
  if (expiresAt === '') return flags.includes('cancelled') ? '' : t('No payment arrived in time.');
  const end = monitoringEnd(new Date(expiresAt));
  const isWatched = serverClock.now() < end;
  const time = fullTimeInText(end);
  if (flags.includes('cancelled'))
    return isWatched
      ? t('A payment that arrives by {{time}} is still found.', { time })
      : t('Late payments were accepted until {{time}}.', { time });
  return isWatched
    ? t('No payment arrived in time. Nothing is lost: its addresses are watched until {{time}}, and a late payment still counts.', { time })
    : `${t('No payment arrived in time.')} ${t('Late payments were accepted until {{time}}.', { time })}`;
}

/** Without a reserved remainder the customer cannot pay the rest: the merchant has to act. */
function partText(t: TFunction, { paid, payable, due, dueExact }: InvoiceDetails): string {
  const amounts = { paid: fourPlaces(paid), payable: fourPlaces(payable), due: fourPlaces(due) };
  return dueExact
    ? t('{{paid}} of {{payable}} USDT arrived, {{due}} USDT is missing. What arrived is at your address.', amounts)
    : t(
        '{{paid}} of {{payable}} USDT arrived. Other invoices use every amount that could complete it, so the customer is asked to contact you: accept it as paid, or undo the partial payment.',
        amounts,
      );
}

/** States that the money is at the merchant's own address. */
function successText(t: TFunction, { network, flags, paid, payable }: InvoiceDetails, isOnPage: boolean): string {
  const confirmed =
    network === null
      ? t('The funds are credited to the receiving address.')
      : t('The transaction is confirmed on the {{network}} blockchain and the funds are credited to the receiving address.', {
          network: NETWORK_NAMES[network],
        });
  const notes = [
    flags.includes('paidLate') && t('It came after the invoice had expired.'),
    flags.includes('paidOver') &&
      t('{{paid}} USDT arrived instead of {{payable}} USDT.', { paid: fourPlaces(paid), payable: fourPlaces(payable) }),
    flags.includes('paidOver') && isOnPage && t('You can refund the difference below.'),
    flags.includes('paidPartial') &&
      t('You accepted {{paid}} of {{payable}} USDT as full payment.', { paid: fourPlaces(paid), payable: fourPlaces(payable) }),
    flags.includes('resolvedByHand') && !flags.includes('paidPartial') && t('A payment was assigned to it manually.'),
  ];
  return [confirmed, ...notes.filter((note) => note !== false)].join(' ');
}

/** Elsewhere than on the invoice's own page it has no actions, and speaks of none. */
export function StatusBanner({ invoice, isOnPage = true }: { invoice: InvoiceDetails; isOnPage?: boolean }) {
  const { t } = useTranslation();
  const banner = bannerOf(t, invoice, isOnPage);
  if (banner === undefined) return null;
  const { tone, title, text } = banner;
  return (
    <Notice tone={tone} role="status" action={isOnPage && isPartlyPaid(invoice) && <AcceptButton invoice={invoice} />}>
      <span className="font-medium">{title}</span> {withUnit(text)}
    </Notice>
  );
}

function AcceptButton({ invoice }: { invoice: InvoiceDetails }) {
  const { t } = useTranslation();
  const accept = useAcceptInvoice(invoice);
  if (!useMay('invoices')) return null;
  return (
    <Button size="sm" busy={accept.isBusy} onClick={() => void accept.run()}>
      {t('Accept as paid')}
    </Button>
  );
}
