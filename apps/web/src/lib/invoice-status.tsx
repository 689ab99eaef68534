import type { Invoice, InvoiceStatus } from '@stablegate/contract';
import { StatusBadge, type StatusLook } from '@stablegate/ui';
import { type TFunction, useTranslation } from './i18n/texts';

const looks: Readonly<Record<InvoiceStatus, StatusLook>> = {
  SUCCESS: 'success',
  WAITING: 'waiting',
  PROCESSING: 'processing',
  EXPIRED: 'expired',
  FAILED: 'failed',
};

type Stated = Pick<Invoice, 'status' | 'flags'>;

/** The flag replaces the status while money is missing; an accepted invoice is paid, or PROCESSING. */
export const isPartlyPaid = ({ status, flags }: Stated): boolean =>
  status !== 'SUCCESS' && status !== 'PROCESSING' && flags.includes('paidPartial');

export const statusWord = (t: TFunction, status: InvoiceStatus): string =>
  ({
    SUCCESS: t('Success'),
    WAITING: t('Waiting'),
    PROCESSING: t('Processing'),
    EXPIRED: t('Expired'),
    FAILED: t('Failed'),
  })[status];

/** Specification 2: details say Completed and Pending. */
const detailWord = (t: TFunction, status: InvoiceStatus): string =>
  status === 'SUCCESS' ? t('Completed') : status === 'WAITING' ? t('Pending') : statusWord(t, status);

/** Specification 2, section 7: the dashboard says Waiting, Completed, Expired. */
const dashboardWord = (t: TFunction, status: InvoiceStatus): string => (status === 'SUCCESS' ? t('Completed') : statusWord(t, status));

const WORDS = { list: statusWord, details: detailWord, dashboard: dashboardWord };
export type StatusWords = keyof typeof WORDS;

export function InvoiceStatusBadge({ invoice, words = 'list' }: { invoice: Stated; words?: StatusWords }) {
  const { t } = useTranslation();
  if (!isPartlyPaid(invoice)) return <StatusBadge look={looks[invoice.status]}>{WORDS[words](t, invoice.status)}</StatusBadge>;
  const isExpired = invoice.status === 'EXPIRED';
  return <StatusBadge look={isExpired ? 'expired' : 'partial'}>{isExpired ? t('Expired · partly paid') : t('Partly paid')}</StatusBadge>;
}
