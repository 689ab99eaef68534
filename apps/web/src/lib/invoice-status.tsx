import type { Invoice, InvoiceStatus } from '@stablegate/contract';
import { Badge, StatusBadge, type StatusLook } from '@stablegate/ui';
import { type TFunction, useTranslation } from './i18n/texts';

const looks: Readonly<Record<InvoiceStatus, StatusLook>> = {
  SUCCESS: 'success',
  WAITING: 'waiting',
  PROCESSING: 'processing',
  EXPIRED: 'expired',
  FAILED: 'expired', // specification 2, section 4
};

/** Specification 2, section 4: other words for a status; 1, 2 and 3 are numbers of it. */
const ALIASES: Readonly<Record<string, InvoiceStatus>> = {
  COMPLETED: 'SUCCESS',
  PENDING: 'WAITING',
  1: 'WAITING',
  2: 'SUCCESS',
  3: 'EXPIRED',
};
/** Unknown is what a newer server may send during an update. */
export const readStatus = (status: string | number): InvoiceStatus | undefined =>
  Object.hasOwn(looks, status) ? (status as InvoiceStatus) : ALIASES[status];

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

/** Its status is EXPIRED; a payment that came nevertheless has the status of the payment. */
export const isCancelled = ({ status, flags }: Stated): boolean => status === 'EXPIRED' && flags.includes('cancelled');

function wordsOf(t: TFunction, invoice: Stated, words: StatusWords): string {
  const isPart = isPartlyPaid(invoice);
  if (isCancelled(invoice)) return isPart ? t('Cancelled · partly paid') : t('Cancelled');
  if (!isPart) return WORDS[words](t, invoice.status);
  return invoice.status === 'EXPIRED' ? t('Expired · partly paid') : t('Partly paid');
}

/** The specification's invoices have no flags. */
type Answered = Pick<Stated, 'status'> & Partial<Stated>;

export function InvoiceStatusBadge({ invoice, words = 'list' }: { invoice: Answered; words?: StatusWords }) {
  const { t } = useTranslation();
  const status = readStatus(invoice.status);
  if (status === undefined) return <Badge>{invoice.status || 'N/A'}</Badge>;
  const stated = { flags: invoice.flags ?? [], status };
  const isPart = isPartlyPaid(stated);
  return (
    <StatusBadge look={isPart && status !== 'EXPIRED' ? 'partial' : looks[status]} wraps={isPart && status === 'EXPIRED'}>
      {wordsOf(t, stated, words)}
    </StatusBadge>
  );
}
