import type { InvoiceStatus } from '@stablegate/contract';
import type { ExportColumn, ExportTable } from '../../platform/export/export-table';
import type { ExportedInvoice } from './bulk';

type Column = ExportColumn<ExportedInvoice>;
type Translate = (key: string) => string;

const text = (heading: string, width: number, value: (invoice: ExportedInvoice) => string | null): Column => ({
  heading,
  width,
  kind: 'text',
  value: (invoice) => value(invoice) ?? undefined,
});
const amount = (heading: string, value: (invoice: ExportedInvoice) => bigint): Column => ({ heading, width: 16, kind: 'amount', value });
const time = (heading: string, value: (invoice: ExportedInvoice) => Date | null): Column => ({
  heading,
  width: 20,
  kind: 'time',
  value: (invoice) => value(invoice) ?? undefined,
});

/** As the list of the screen says them. */
const STATUS_WORDS: Readonly<Record<InvoiceStatus, string>> = {
  SUCCESS: 'Success',
  WAITING: 'Waiting',
  PROCESSING: 'Processing',
  EXPIRED: 'Expired',
  FAILED: 'Failed',
};

const statusWord = ({ status, flags }: ExportedInvoice): string =>
  status === 'EXPIRED' && flags.includes('cancelled') ? 'Cancelled' : STATUS_WORDS[status];

const isPaid = ({ status }: ExportedInvoice): boolean => status === 'SUCCESS';

/** As in the list: recorded when the invoice is made, shown once it is paid. */
const feeOf = (invoice: ExportedInvoice): bigint => (isPaid(invoice) ? invoice.feeMicros : 0n);

/** Why a fee that is shown cost the balance nothing: without this, the sum of the fees would not be what the ledger took. */
function whyNotCharged(invoice: ExportedInvoice): string | undefined {
  if (feeOf(invoice) === 0n) return undefined;
  if (!invoice.feeCharged) return 'not charged, trial';
  return invoice.flags.includes('reversed') ? 'Fee refund' : undefined;
}

const translated = (key: string | undefined, t: Translate): string | null => (key === undefined ? null : t(key));

const columns = (t: Translate): Column[] => [
  text(t('Transaction ID'), 30, ({ transId }) => transId),
  text(t('Invoice Name'), 28, ({ name }) => name),
  text(t('Description'), 32, ({ description }) => description),
  amount(t('Amount'), ({ amountMicros }) => amountMicros),
  amount(t('Fee'), feeOf),
  amount(t('Fee charged'), (invoice) => (whyNotCharged(invoice) === undefined ? feeOf(invoice) : 0n)),
  text(t('Note'), 20, (invoice) => translated(whyNotCharged(invoice), t)),
  amount(t('To pay'), ({ payableMicros }) => payableMicros),
  text(t('Status'), 14, (invoice) => t(statusWord(invoice))),
  text(t('Merchant'), 24, ({ storeName }) => storeName),
  text(t('Request ID'), 24, ({ requestId }) => requestId),
  time(t('Created'), ({ createdAt }) => createdAt),
  time(t('Expires'), ({ expiresAt }) => expiresAt),
  time(t('Paid'), ({ paidAt }) => paidAt),
  text(t('Network'), 12, ({ network }) => network),
  text(t('Sender address'), 46, ({ fromAddress }) => fromAddress),
  text(t('Receiving address'), 46, ({ toAddress }) => toAddress),
  text(t('Transaction hash'), 68, ({ transHash }) => transHash),
  amount(t('Refunded to the customer'), ({ refundedMicros }) => refundedMicros),
  text(t('Refund transactions'), 68, ({ refundHashes }) => refundHashes.join(', ')),
  text(t('Ledger reference'), 32, ({ id }) => id), // as in the column Reference of the transactions' export: the two files join by it
  text(t('Metadata'), 40, ({ metadata }) => (metadata === null ? null : JSON.stringify(metadata))),
];

async function* once(invoices: readonly ExportedInvoice[]): AsyncGenerator<readonly ExportedInvoice[]> {
  yield invoices;
}

/** The list as a spreadsheet, in the language of the screens. */
export const invoiceTable = (invoices: readonly ExportedInvoice[], t: Translate, timeZone: string): ExportTable<ExportedInvoice> => ({
  title: t('Invoices'),
  subtitle: '',
  columns: columns(t),
  batches: once(invoices),
  timeZone,
  texts: { page: String, cut: String },
});
