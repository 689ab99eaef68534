import { formatMicros } from '@stablegate/rules';
import type { ExportColumn, ExportTable } from '../../../platform/export/export-table';
import { isolated } from '../../../platform/export/isolated';
import { lastDayOf, type MonthSums } from './statement.domain';
import { OTHER_FEES, REFUNDED, type StatementRow } from './statement-rows';

export type Translate = (key: string, values?: Record<string, string>) => string;
type TableInput = {
  readonly t: Translate;
  readonly month: string;
  /** Undefined: of the whole account. */
  readonly storeName: string | undefined;
  readonly timeZone: string;
  readonly sums: MonthSums;
  readonly rows: AsyncIterable<readonly StatementRow[]>;
  readonly refunds: AsyncIterable<readonly StatementRow[]>;
  /** A PDF has room for a second table; the lines of the other formats have the same columns throughout. */
  readonly isPdf: boolean;
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
    ...(sums.refundedMicros === 0n ? [] : [line(REFUNDED, sums.refundedMicros)]),
  ];
}

/** Says whose balance it is: a reader of one merchant's statement would take it for the merchant's own. */
const SHARED = 'The balance belongs to the account and is shared by all its merchants. What the others paid is one line at the end.';

const NOT_IN_BALANCE = 'Sent from your own wallets and proven on the chain. It is not part of the balance.';

type Columns = ExportColumn<StatementRow>[];
const timeOf = (t: Translate): Columns => [{ heading: t('Time'), width: 20, kind: 'time', value: ({ at }) => at }];
const whatFor = (t: Translate): Columns => [
  { heading: t('Transaction ID'), width: 26, kind: 'text', value: ({ transactionId }) => transactionId },
  { heading: t('Request ID'), width: 22, kind: 'text', value: ({ requestId }) => requestId },
  { heading: t('Ledger reference'), width: 30, kind: 'text', value: ({ reference }) => reference },
];
const ofLedger = (t: Translate): Columns => [
  ...timeOf(t),
  { heading: t('Reason'), width: 22, kind: 'text', value: ({ text }) => t(text) },
  { heading: t('Amount'), width: 15, kind: 'amount', value: ({ amountMicros }) => amountMicros },
  { heading: t('Balance'), width: 16, kind: 'amount', value: ({ balanceMicros }) => balanceMicros },
  ...whatFor(t),
  { heading: t('Ledger entry'), width: 16, kind: 'text', value: ({ entryId }) => entryId },
];
const ofRefunds = (t: Translate): Columns => [
  { heading: t(REFUNDED), width: 18, kind: 'amount', value: ({ refundedMicros }) => refundedMicros },
  { heading: t('Network'), width: 12, kind: 'text', value: ({ network }) => network },
  { heading: t('Transaction hash'), width: 40, kind: 'text', value: ({ txHash }) => txHash },
];

async function* inTurn<Row>(...sources: readonly AsyncIterable<Row>[]): AsyncGenerator<Row> {
  for (const source of sources) yield* source;
}

export function statementTable(input: TableInput): ExportTable<StatementRow> {
  const { t, month, storeName, timeZone, rows, refunds, isPdf } = input;
  const columns = ofLedger(t);
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
    ...(isPdf
      ? {
          columns,
          batches: rows,
          below: {
            title: t('Refunds to the customer'),
            subtitle: t(NOT_IN_BALANCE),
            columns: [...timeOf(t), ...ofRefunds(t), ...whatFor(t)],
            batches: refunds,
          },
        }
      : { columns: [...columns, ...ofRefunds(t)], batches: inTurn(rows, refunds) }),
    texts: {
      page: (number) => t('Page {{number}}', { number: String(number) }),
      cut: (count) => t('A PDF holds the first {{count}} lines. Excel, CSV and OFX hold them all.', { count }),
    },
  };
}
