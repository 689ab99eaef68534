import type { Invoice } from '@stablegate/contract';
import { Amount, type Column, TruncatedId } from '@stablegate/ui';
import { Link } from 'react-router';
import { useCopyToast } from '../copy-toast';
import { InvoiceStatusBadge, type StatusWords } from '../invoice-status';
import { NOTHING } from '../time/read-time';
import { TimeAgo } from '../time/time-ago';
import { NotCharged } from './not-charged';
import './invoice-columns.css';
import { type TFunction, useTranslation } from '../i18n/texts';

/** Specification 2, section 9: amounts with 4 decimals, fees with 6; descriptions are cut at 20 characters. */
const AMOUNT_DECIMALS = 4;
const FEE_DECIMALS = 6;
const DESCRIPTION_MAX = 20;

export const detailsHref = (transId: string): string => `/invoice-details/${encodeURIComponent(transId)}`;

export function cutText(text: string, max = DESCRIPTION_MAX): string {
  const characters = [...text];
  // A last space is fixed: the dots go to the next line with their word, never alone.
  return characters.length <= max ? text : `${characters.slice(0, max).join('').replace(/ $/, '\u00a0')}...`;
}

const isOver = ({ status }: Invoice): boolean => status === 'EXPIRED' || status === 'FAILED';

/** Live amounts are bold, ended ones muted, which makes a column scannable. */
const InvoiceAmount = ({ invoice }: { invoice: Invoice }) =>
  invoice.amount === '' ? (
    NOTHING
  ) : (
    <Amount
      value={invoice.amount}
      decimals={AMOUNT_DECIMALS}
      unit={invoice.currency}
      className={isOver(invoice) ? 'text-muted' : 'font-medium'}
    />
  );

function TransIdCell({ transId }: { transId: string }) {
  const { t } = useTranslation();
  const copied = useCopyToast();
  return (
    <TruncatedId
      value={transId}
      copyLabel={t('Copy transaction ID')}
      copiedLabel={t('Copied')}
      onCopied={copied.done}
      onFailed={copied.refused}
    />
  );
}

/** The columns of the specification; the list adds its actions at the end. `first` is the offset of the page's first row. */
export const invoiceColumns = (t: TFunction, first: number, words: StatusWords = 'list'): readonly Column<Invoice>[] => [
  { id: 'index', header: '#', skeleton: 'xs', className: 'text-subtle num', cell: (_, index) => first + index + 1 },
  { id: 'transId', header: t('Transaction ID'), cell: ({ transId }) => <TransIdCell transId={transId} /> },
  {
    id: 'name',
    header: t('Invoice Name'),
    isRowHeader: true,
    className: 'invoice-name-cell',
    skeleton: 'md',
    cell: ({ transId, name }) => (
      <Link to={detailsHref(transId)} className="invoice-name cut-name link link-quiet" title={name}>
        {name}
      </Link>
    ),
  },
  {
    id: 'description',
    header: t('Description'),
    className: 'text-muted',
    skeleton: 'lg',
    cell: ({ description }) =>
      description !== null && (
        <span className="invoice-description cut-name" title={description}>
          {cutText(description)}
        </span>
      ),
  },
  { id: 'amount', header: t('Amount'), align: 'end', cell: (invoice) => <InvoiceAmount invoice={invoice} /> },
  {
    id: 'fee',
    header: t('Fee'),
    align: 'end',
    className: 'text-muted',
    skeleton: 'sm',
    cell: ({ feeAmount, feeCharged, status }) => (
      <>
        <Amount value={feeAmount} decimals={FEE_DECIMALS} />
        {status === 'SUCCESS' && !feeCharged && <NotCharged />}
      </>
    ),
  },
  { id: 'status', header: t('Status'), skeleton: 'badge', cell: (invoice) => <InvoiceStatusBadge invoice={invoice} words={words} /> },
  {
    id: 'merchant',
    header: t('Merchant'),
    className: 'text-muted',
    cell: ({ storeName }) => (
      <span className="invoice-store cut-name" title={storeName}>
        {storeName}
      </span>
    ),
  },
  {
    id: 'timestamp',
    header: t('Timestamp'),
    className: 'text-muted',
    skeleton: 'sm',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} clock="business" />,
  },
];

/** Two lines on a phone, the whole card is a link. */
export const InvoiceCard = ({ invoice, words }: { invoice: Invoice; words?: StatusWords }) => (
  <>
    <InvoiceAmount invoice={invoice} />
    <span className="justify-self-end">
      <InvoiceStatusBadge invoice={invoice} words={words} />
    </span>
    <Link to={detailsHref(invoice.transId)} className="invoice-card-link truncate text-caption text-muted">
      {invoice.name} · {invoice.storeName}
    </Link>
    <span className="justify-self-end text-caption text-muted">
      <TimeAgo at={invoice.createdAt} clock="business" />
    </span>
  </>
);
