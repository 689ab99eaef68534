import { formatMicros } from '@stablegate/rules';
import type { ExportTable } from '../../../platform/export/export-table';
import { lastDayOf, type StatementSums } from './statement.domain';
import { OTHER_FEES, type StatementRow } from './statement-rows';

export type Translate = (key: string, values?: Record<string, string>) => string;
type TableInput = {
  readonly t: Translate;
  readonly month: string;
  /** Undefined: of the whole account. */
  readonly storeName: string | undefined;
  readonly timeZone: string;
  readonly sums: StatementSums;
  readonly rows: AsyncIterable<readonly StatementRow[]>;
};

function summaryOf({ t, sums, storeName }: TableInput): NonNullable<ExportTable<StatementRow>['summary']> {
  const line = (label: string, micros: bigint) => ({ label: t(label), value: formatMicros(micros) });
  return [
    { ...line('Opening balance', sums.openingMicros), isTotal: true },
    line('Top-ups', sums.topUpsMicros),
    line('Fees', sums.feesMicros),
    line('Refunds', sums.refundsMicros),
    line('Adjustments', sums.adjustmentsMicros),
    ...(storeName === undefined ? [] : [line(OTHER_FEES, sums.otherFeesMicros)]),
    { ...line('Closing balance', sums.closingMicros), isTotal: true },
  ];
}

/** Inside a right-to-left sentence it keeps its own order (U+2068, U+2069: first strong isolate). */
const isolated = (text: string): string => `\u2068${text}\u2069`;

/** Says whose balance it is: a reader of one merchant's statement would take it for the merchant's own. */
const SHARED = 'The balance belongs to the account and is shared by all its merchants. What the others paid is one line at the end.';

export function statementTable(input: TableInput): ExportTable<StatementRow> {
  const { t, month, storeName, timeZone, rows } = input;
  const facts = [
    storeName === undefined ? t('All merchants') : `${t('Merchant')}: ${isolated(storeName)}`,
    isolated(`${month}-01 – ${lastDayOf(month)} (${timeZone})`),
    t('Amounts in USD'),
    ...(storeName === undefined ? [] : [t(SHARED)]),
  ];
  return {
    title: `${t('Statement')} ${isolated(month)}`,
    subtitle: facts.join(' · '),
    summary: summaryOf(input),
    timeZone,
    batches: rows,
    columns: [
      { heading: t('Time'), width: 20, kind: 'time', value: ({ at }) => at },
      { heading: t('Reason'), width: 22, kind: 'text', value: ({ text }) => t(text) },
      { heading: t('Amount'), width: 15, kind: 'amount', value: ({ amountMicros }) => amountMicros },
      { heading: t('Balance'), width: 16, kind: 'amount', value: ({ balanceMicros }) => balanceMicros },
      { heading: t('Transaction ID'), width: 26, kind: 'text', value: ({ transactionId }) => transactionId },
      { heading: t('Request ID'), width: 22, kind: 'text', value: ({ requestId }) => requestId },
      { heading: t('Ledger reference'), width: 30, kind: 'text', value: ({ reference }) => reference },
      { heading: t('Ledger entry'), width: 16, kind: 'text', value: ({ entryId }) => entryId },
    ],
    texts: {
      page: (number) => t('Page {{number}}', { number: String(number) }),
      cut: (count) => t('A PDF holds the first {{count}} lines. Excel, CSV and OFX hold them all.', { count }),
    },
  };
}
