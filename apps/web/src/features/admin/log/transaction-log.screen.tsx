import { adminApi, TRANSACTION_REASONS, type TransactionType } from '@stablegate/contract';
import { Badge, type BadgeTone, type Column } from '@stablegate/ui';
import { ArrowDownLeft, ArrowUpRight, type LucideIcon, Plus } from 'lucide-react';
import { call } from '../../../lib/api/api';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { AdminAmount } from '../list/admin-amount';
import { AdminList } from '../list/admin-list';
import { AdminTime } from '../list/admin-time';
import { NOTHING } from '../list/expandable-text';
import type { FilterField } from '../list/filter-form';
import { useAdminList, withPaging } from '../list/use-admin-list';
import { type LogRow, readLog } from './read-log';

const schema = withPaging(adminApi.transactionLogs.query);
const DECIMALS = 6;

const looks: Readonly<Record<TransactionType, { tone: BadgeTone; icon: LucideIcon }>> = {
  add: { tone: 'success', icon: Plus },
  'top-up': { tone: 'success', icon: ArrowDownLeft },
  deduct: { tone: 'neutral', icon: ArrowUpRight },
};
const wordsOf = (t: TFunction): Readonly<Record<TransactionType, string>> => ({
  add: t('Credit'),
  'top-up': t('Top-up'),
  deduct: t('Deduction'),
});

function Type({ type }: { type: TransactionType }) {
  const { t } = useTranslation();
  if (!Object.hasOwn(looks, type ?? '')) return <Badge>{type || 'N/A'}</Badge>;
  const { tone, icon: Icon } = looks[type];
  return (
    <Badge tone={tone} icon={<Icon className="flip" aria-hidden="true" />}>
      {wordsOf(t)[type]}
    </Badge>
  );
}

const fieldsOf = (t: TFunction): readonly FilterField[] => [
  { kind: 'text', name: 'username', label: t('Username') },
  {
    kind: 'choice',
    name: 'type',
    label: t('Transaction type'),
    options: Object.entries(wordsOf(t)).map(([value, label]) => ({ value, label })),
  },
  // The notes of the specification's text field are a few fixed ones, stored in English: a text typed in another language would find none.
  {
    kind: 'choice',
    name: 'description',
    label: t('Note'),
    options: TRANSACTION_REASONS.map((value) => ({ value, label: t(value) })),
  },
  { kind: 'days', from: { name: 'from', label: t('From date') }, to: { name: 'to', label: t('to') } },
];

const Change = ({ amount }: { amount: string }) => (
  <AdminAmount className="font-medium" value={amount} decimals={DECIMALS} dollars signed />
);
const Balance = ({ value }: { value: string }) => <AdminAmount className="text-muted" value={value} decimals={DECIMALS} dollars />;

const noteOf = (t: TFunction, note: string | null) => (note ? t(note) : NOTHING);

const columnsOf = (t: TFunction): readonly Column<LogRow>[] => [
  {
    id: 'username',
    header: t('Username'),
    isRowHeader: true,
    cell: ({ username }) => <span className="font-medium">{username}</span>,
  },
  { id: 'type', header: t('Transaction type'), cell: ({ type }) => <Type type={type} /> },
  { id: 'amount', header: t('Amount'), align: 'end', cell: ({ amount }) => <Change amount={amount} /> },
  { id: 'before', header: t('Balance before'), align: 'end', cell: ({ beforeBalance }) => <Balance value={beforeBalance} /> },
  { id: 'after', header: t('Balance after'), align: 'end', cell: ({ afterBalance }) => <Balance value={afterBalance} /> },
  { id: 'time', header: t('Time'), cell: ({ createTime }) => <AdminTime at={createTime} /> },
  { id: 'note', header: t('Note'), cell: ({ description }) => noteOf(t, description) },
];

function LogCard({ log }: { log: LogRow }) {
  const { t } = useTranslation();
  return (
    <>
      <Change amount={log.amount} />
      <span className="justify-self-end">
        <Type type={log.type} />
      </span>
      <span className="dotted text-caption text-muted wrap-anywhere">
        <span>{log.username}</span>
        <span>{noteOf(t, log.description)}</span>
      </span>
      <span className="justify-self-end text-caption">
        <AdminTime at={log.createTime} />
      </span>
      <span className="col-span-2 text-caption text-muted">
        {t('Balance')}{' '}
        <bdi dir="ltr">
          <span className="sr-only">{t('Balance before')} </span>
          <Balance value={log.beforeBalance} /> <span aria-hidden="true">→</span> <span className="sr-only">{t('Balance after')} </span>
          <Balance value={log.afterBalance} />
        </bdi>
      </span>
    </>
  );
}

export default function TransactionLogScreen() {
  const { t } = useTranslation();
  const list = useAdminList({
    name: 'transaction-log',
    schema,
    load: async (query, signal) => {
      const { logs, ...paging } = (await call(adminApi.transactionLogs, { query, signal })).data;
      return { content: logs.map(readLog), ...paging };
    },
  });
  return (
    <AdminList
      title={t('Transaction log')}
      subtitle={t('Balance history: top-ups, fees and refunds')}
      list={list}
      fields={fieldsOf(t)}
      columns={columnsOf(t)}
      rowKey={({ id }) => id}
      card={(log) => <LogCard log={log} />}
      emptyText={t('No transactions')}
    />
  );
}
