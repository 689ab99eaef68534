import type { DepositMethod } from '@stablegate/contract';
import type { ExportTable } from '../../platform/export/export-table';
import { isolated } from '../../platform/export/isolated';
import { createZoneClock } from '../../platform/export/zone-clock';
import type { UserId } from '../../platform/id-types';
import type { DepositDeps } from './deposits.deps';
import type { DepositRecord } from './deposits.queries';
import { type DepositQuery, eachDeposit } from './list-deposits';

/** A text in the reader's language. */
export type Translate = (key: string, values?: Record<string, string>) => string;
export type DepositExport = { readonly name: string; readonly table: ExportTable<DepositRecord> };

/** As the list of the screen says them. */
const STATUS_WORDS = { PENDING: 'Pending', PAID: 'Paid', CANCELED: 'Cancelled' } as const satisfies Record<DepositRecord['status'], string>;
const METHOD_WORDS = {
  'usdt-auto': 'USDT (Auto)',
  'vietnam-bank-auto': 'Vietnam Bank (Auto)',
} as const satisfies Record<DepositMethod, string>;
const PERIOD_WORDS = { 1: 'Today', 2: 'This week', 3: 'This month' } as const;

/** Transaction, request and reference are named as in the export of transactions and in statements: the files join by them. */
export function exportDeposits(deps: DepositDeps, userId: UserId, date: DepositQuery['date'], t: Translate): DepositExport {
  const { timeZone, clocks } = deps;
  const now = createZoneClock(timeZone).plain(clocks.business.now());
  const period = date === undefined || date === '' ? 'All time' : PERIOD_WORDS[date];
  return {
    name: `top-ups-${now.slice(0, 10)}`,
    table: {
      title: t('Top-ups'),
      subtitle: [t(period), `${t('As of')}: ${isolated(`${now} (${timeZone})`)}`].join(' · '),
      timeZone,
      batches: eachDeposit(deps, userId, date),
      columns: [
        { heading: t('Created'), width: 20, kind: 'time', value: ({ createdAt }) => createdAt },
        { heading: t('Method'), width: 20, kind: 'text', value: ({ method }) => t(METHOD_WORDS[method]) },
        { heading: t('Status'), width: 18, kind: 'text', value: ({ status }) => t(STATUS_WORDS[status]) },
        { heading: t('Amount'), width: 16, kind: 'amount', value: ({ amountMicros }) => amountMicros },
        { heading: t('Received'), width: 16, kind: 'amount', value: ({ receivedMicros }) => receivedMicros },
        { heading: t('Updated'), width: 20, kind: 'time', value: ({ updatedAt }) => updatedAt },
        { heading: t('Transaction ID'), width: 30, kind: 'text', value: ({ tid }) => tid ?? undefined },
        { heading: t('Request ID'), width: 26, kind: 'text', value: ({ transId, reference }) => transId ?? reference ?? undefined },
        { heading: t('Ledger reference'), width: 30, kind: 'text', value: ({ id }) => id },
      ],
      texts: {
        page: (number) => t('Page {{number}}', { number: String(number) }),
        cut: (count) => t('A PDF holds the newest {{count}} rows. Excel and CSV hold them all.', { count }),
      },
    },
  };
}
