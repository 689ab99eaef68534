import type { TransactionType } from '@stablegate/contract';
import type { Clocks } from '../../platform/clock';
import type { ExportTable } from '../../platform/export/export-table';
import { isolated } from '../../platform/export/isolated';
import { createZoneClock } from '../../platform/export/zone-clock';
import type { EntryId, UserId } from '../../platform/id-types';
import { eachTransaction, type TransactionDeps, type TransactionFilters, type TransactionRecord } from './transactions';

export type ExportDeps = TransactionDeps & { readonly clocks: Clocks };
/** A text in the reader's language. */
export type Translate = (key: string, values?: Record<string, string>) => string;
export type ExportFilters = Omit<TransactionFilters, 'userIds'>;

/** The screen's texts for each type, as translation keys. */
const TYPE_KEYS = { add: 'Added', 'top-up': 'Top-up', deduct: 'Deducted' } as const satisfies Record<TransactionType, string>;

function describe(filters: ExportFilters, t: Translate): string[] {
  const { reason, type, from, to } = filters;
  return [
    ...(type === undefined ? [] : [`${t('Type')}: ${t(TYPE_KEYS[type])}`]),
    ...(reason === undefined || reason === '' ? [] : [`${t('Reason')}: ${isolated(reason)}`]),
    ...(from === undefined ? [] : [`${t('From date')}: ${isolated(from)}`]),
    ...(to === undefined ? [] : [`${t('To date')}: ${isolated(to)}`]),
  ];
}

/** What a reference of the ledger stands for, as shops and payers know it. */
export type LedgerSubject = { readonly transactionId: string | undefined; readonly requestId: string | undefined };
export type ReferringEntry = Pick<TransactionRecord, 'id' | 'reference'>;
/**
 * By entry and not by reference: each of several payments of one deposit has its own transaction. The modules above the ledger know
 * invoices and deposits.
 */
export type FindSubjects = (entries: readonly ReferringEntry[]) => Promise<ReadonlyMap<EntryId, LedgerSubject>>;
type ExportedTransaction = TransactionRecord & { readonly subject: LedgerSubject | undefined };
export type TransactionExport = { readonly name: string; readonly table: ExportTable<ExportedTransaction> };

async function* withSubjects(
  batches: AsyncIterable<readonly TransactionRecord[]>,
  findSubjects: FindSubjects,
): AsyncGenerator<readonly ExportedTransaction[]> {
  for await (const records of batches) {
    const subjects = await findSubjects(records);
    yield records.map((record) => ({ ...record, subject: subjects.get(record.id) }));
  }
}

/**
 * All matching transactions of one user as a table for a file, newest first. Read page by page and not by a cursor: the journal is
 * append-only and read backwards, so the rows still form one snapshot, and a slow reader holds no transaction open, which would block
 * vacuum and end at idle_in_transaction_session_timeout.
 */
export function exportTransactions(
  deps: ExportDeps,
  userId: UserId,
  filters: ExportFilters,
  { t, findSubjects }: { readonly t: Translate; readonly findSubjects: FindSubjects },
): TransactionExport {
  const clock = createZoneClock(deps.timeZone);
  const now = clock.plain(deps.clocks.business.now());
  return {
    name: `transactions-${now.slice(0, 10)}`,
    table: {
      title: t('Transactions'),
      subtitle: [...describe(filters, t), `${t('As of')}: ${isolated(`${now} (${deps.timeZone})`)}`].join(' · '),
      timeZone: deps.timeZone,
      batches: withSubjects(eachTransaction(deps, userId, filters), findSubjects),
      columns: [
        { heading: t('Time'), width: 20, kind: 'time', value: ({ createdAt }) => createdAt },
        { heading: t('Type'), width: 22, kind: 'text', value: ({ type }) => t(TYPE_KEYS[type]) },
        { heading: t('Balance before'), width: 18, kind: 'amount', value: ({ beforeMicros }) => beforeMicros },
        { heading: t('Amount'), width: 16, kind: 'amount', value: ({ amountMicros }) => amountMicros },
        { heading: t('Balance after'), width: 18, kind: 'amount', value: ({ afterMicros }) => afterMicros },
        { heading: t('Reason'), width: 26, kind: 'text', value: ({ reason }) => t(reason) },
        { heading: t('Transaction ID'), width: 25, kind: 'text', value: ({ subject }) => subject?.transactionId },
        { heading: t('Request ID'), width: 21, kind: 'text', value: ({ subject }) => subject?.requestId },
        { heading: t('Ledger reference'), width: 30, kind: 'text', value: ({ reference }) => reference },
        { heading: t('Ledger entry'), width: 16, kind: 'text', value: ({ id }) => id },
      ],
      texts: {
        page: (number) => t('Page {{number}}', { number: String(number) }),
        cut: (count) => t('A PDF holds the newest {{count}} transactions. Excel and CSV hold them all.', { count }),
      },
    },
  };
}
