import type { AdminInvoice } from '@stablegate/contract';
import { type Column, CopyButton } from '@stablegate/ui';
import type { TFunction } from '../../../lib/i18n/texts';
import { InvoiceStatusBadge } from '../../../lib/invoice-status';
import { NotCharged } from '../../../lib/lists/not-charged';
import { AdminAmount } from '../list/admin-amount';
import { AdminTime } from '../list/admin-time';
import { ExpandableText, NOTHING } from '../list/expandable-text';

/** Specification 2: six decimals and the label USDT; name 20, description 25, addresses, hash and process key 10, URLs 15 characters. */
const DECIMALS = 6;
const NAME_MAX = 20;
const DESCRIPTION_MAX = 25;
const ADDRESS_MAX = 10;
const URL_MAX = 15;

export const Usdt = ({ value, className }: { value: string; className?: string }) => (
  <AdminAmount value={value} decimals={DECIMALS} unit="USDT" className={className} />
);

/** In the trial the fee is recorded and not taken from the balance; the platform's own invoices have none. */
const Fee = ({ invoice: { feeAmount, processKey } }: { invoice: AdminInvoice }) => (
  <>
    <Usdt value={feeAmount} />
    {processKey === null && /[1-9]/.test(feeAmount) && <NotCharged />}
  </>
);

/** Nobody pays it any more. */
const isOver = ({ status }: AdminInvoice): boolean => status === 'EXPIRED';
const Sum = ({ value, invoice }: { value: string; invoice: AdminInvoice }) => (
  <Usdt value={value} className={isOver(invoice) ? 'text-muted' : 'font-medium'} />
);

const callbackWords = (t: TFunction): Readonly<Record<NonNullable<AdminInvoice['callbackStatus']>, string>> => ({
  pending: t('Waiting to be sent'),
  delivered: t('Received'),
  superseded: t('Replaced'),
  dead: t('Given up'),
});

const nothing = <span className="text-subtle">{NOTHING}</span>;
const plain = (value: string | null | undefined) => value || nothing;

/** The id links to the customer's page. */
const TransId = ({ id, t }: { id: string; t: TFunction }) => (
  <span className="short-id">
    <a className="mono link link-quiet" dir="ltr" title={id} href={`/bill/${id}`} target="_blank" rel="noopener">
      {id}
    </a>
    <CopyButton value={id} label={t('Copy transaction ID')} copiedLabel={t('Copied')} />
  </span>
);

type Cell = Pick<Column<AdminInvoice>, 'id' | 'cell'>;
const mono = (id: string, value: (row: AdminInvoice) => string | null, max: number): Cell => ({
  id,
  cell: (row) => <ExpandableText value={value(row)} max={max} mono />,
});

/** The columns 2 to 21 of the specification, in its order; the list itself numbers the rows. */
export const invoiceColumns = (t: TFunction): readonly Column<AdminInvoice>[] => [
  {
    id: 'transId',
    header: t('Transaction ID'),
    isRowHeader: true,
    cell: ({ transId }) => <TransId id={transId} t={t} />,
  },
  { id: 'name', header: t('Invoice Name'), cell: ({ name }) => <ExpandableText value={name} max={NAME_MAX} /> },
  {
    id: 'description',
    header: t('Description'),
    className: 'text-muted',
    cell: ({ description }) => <ExpandableText value={description} max={DESCRIPTION_MAX} />,
  },
  { id: 'amount', header: t('Amount'), align: 'end', cell: (invoice) => <Sum value={invoice.amount} invoice={invoice} /> },
  { id: 'fee', header: t('Fee'), align: 'end', cell: (invoice) => <Fee invoice={invoice} /> },
  { id: 'total', header: t('Total payment'), align: 'end', cell: (invoice) => <Sum value={invoice.total} invoice={invoice} /> },
  { id: 'status', header: t('Status'), cell: (invoice) => <InvoiceStatusBadge invoice={invoice} /> },
  { header: t('Request ID'), ...mono('requestId', ({ requestId }) => requestId, NAME_MAX) },
  { id: 'created', header: t('Created'), cell: ({ createdAt }) => <AdminTime at={createdAt} /> },
  { id: 'expires', header: t('Expires'), cell: ({ expiresAt }) => <AdminTime at={expiresAt} /> },
  { header: t('Sender address'), ...mono('from', ({ fromAddress }) => fromAddress, ADDRESS_MAX) },
  { header: t('Receiving address'), ...mono('to', ({ toAddress }) => toAddress, ADDRESS_MAX) },
  { header: t('Transaction hash'), ...mono('hash', ({ transactionHash }) => transactionHash, ADDRESS_MAX) },
  { id: 'network', header: t('Network'), cell: ({ network }) => plain(network) },
  { header: t('Callback URL'), ...mono('callbackUrl', ({ callbackUrl }) => callbackUrl, URL_MAX) },
  { header: t('Success URL'), ...mono('successUrl', ({ successUrl }) => successUrl, URL_MAX) },
  { header: t('Cancel URL'), ...mono('cancelUrl', ({ cancelUrl }) => cancelUrl, URL_MAX) },
  {
    id: 'callbackStatus',
    header: t('Callback status'),
    cell: ({ callbackStatus }) => plain(callbackStatus && (callbackWords(t)[callbackStatus] ?? callbackStatus)),
  },
  { header: t('Process key'), ...mono('processKey', ({ processKey }) => processKey, ADDRESS_MAX) },
  {
    id: 'store',
    header: t('Internal merchant ID'),
    cell: ({ store }) => (
      <span className="mono" title={store.name}>
        {plain(store.id)}
      </span>
    ),
  },
];
