import { ADMIN_DEPOSIT_STATUSES, type AdminDeposit, adminDepositsApi } from '@stablegate/contract';
import { Badge, type Column, StatusBadge, type StatusLook } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/api';
import { dollarsInText } from '../../../lib/i18n/format';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { failureOf } from '../../../lib/lists/load-error';
import { AdminAmount } from '../list/admin-amount';
import { AdminList } from '../list/admin-list';
import { AdminTime } from '../list/admin-time';
import { ExpandableText, NOTHING } from '../list/expandable-text';
import { depositFigures } from '../list/figures';
import type { FilterField } from '../list/filter-form';
import { Statistics } from '../list/statistics';
import { depositStatisticsQuery } from '../list/statistics.queries';
import { useAdminList, withPaging } from '../list/use-admin-list';
import { depositsPageOf } from './deposits-page';
import { askedMethod, methodWords } from './method-filter';

const schema = withPaging(adminDepositsApi.list.query);
/** Specification 2, section 9: as USD currency on the deposit screen. */
const DECIMALS = 2;
const NOTE_MAX = 25;

type DepositStatus = AdminDeposit['status'];
const looks: Readonly<Record<DepositStatus, StatusLook>> = { PENDING: 'waiting', SUCCESS: 'success', CANCELED: 'expired' };
const wordsOf = (t: TFunction): Readonly<Record<DepositStatus, string>> => ({
  PENDING: t('Awaiting processing'),
  SUCCESS: t('Success'),
  CANCELED: t('Cancelled'),
});

/** A method that has no name yet is shown by its code. */
function Method({ method }: { method: string }) {
  const { t } = useTranslation();
  return <span title={method}>{methodWords(t)[method] ?? (method || NOTHING)}</span>;
}

/** Another status than the specification's is named in the default style, like those of payment invoices (its section 4). */
function Status({ status }: { status: DepositStatus }) {
  const { t } = useTranslation();
  if (!Object.hasOwn(looks, status ?? '')) return <Badge>{status || 'N/A'}</Badge>;
  return <StatusBadge look={looks[status]}>{wordsOf(t)[status]}</StatusBadge>;
}

const fieldsOf = (t: TFunction): readonly FilterField[] => [
  { kind: 'text', name: 'username', label: t('Username') },
  { kind: 'text', name: 'method', label: t('Method') },
  {
    kind: 'choice',
    name: 'status',
    label: t('Status'),
    options: ADMIN_DEPOSIT_STATUSES.map((status) => ({ value: status, label: wordsOf(t)[status] })),
  },
];

/** What was credited stands below what was asked for where it is another sum, as far as the decimals show it: the figures above count it. */
function Money({ deposit: { status, amount, received } }: { deposit: AdminDeposit }) {
  const { t } = useTranslation();
  const credited = dollarsInText(received, DECIMALS);
  return (
    <>
      <AdminAmount value={amount} decimals={DECIMALS} dollars className="font-medium" />
      {status === 'SUCCESS' && credited !== dollarsInText(amount, DECIMALS) && (
        <div className="text-caption text-muted">{t('Received {{amount}}', { amount: credited })}</div>
      )}
    </>
  );
}

const columnsOf = (t: TFunction): readonly Column<AdminDeposit>[] => [
  {
    id: 'username',
    header: t('Username'),
    isRowHeader: true,
    cell: ({ username }) => <span className="font-medium">{username}</span>,
  },
  { id: 'method', header: t('Method'), cell: ({ method }) => <Method method={method} /> },
  { id: 'amount', header: t('Amount (USD)'), align: 'end', cell: (deposit) => <Money deposit={deposit} /> },
  { id: 'status', header: t('Status'), cell: ({ status }) => <Status status={status} /> },
  { id: 'created', header: t('Created at'), cell: ({ createDate }) => <AdminTime at={createDate} /> },
  { id: 'note', header: t('Note'), cell: ({ note }) => <ExpandableText value={note} max={NOTE_MAX} /> },
];

function DepositCard({ deposit }: { deposit: AdminDeposit }) {
  return (
    <>
      <div>
        <Money deposit={deposit} />
      </div>
      <span className="justify-self-end">
        <Status status={deposit.status} />
      </span>
      <span className="dotted text-caption text-muted wrap-anywhere">
        <span>{deposit.username}</span>
        <span>
          <Method method={deposit.method} />
        </span>
      </span>
      <span className="justify-self-end text-caption">
        <AdminTime at={deposit.createDate} />
      </span>
    </>
  );
}

export default function DepositsScreen() {
  const { t } = useTranslation();
  const statistics = useQuery(depositStatisticsQuery);
  const list = useAdminList({
    name: 'deposits',
    schema,
    load: async ({ method, ...rest }, signal) => {
      const query = { ...rest, method: method && askedMethod(t, method) };
      return depositsPageOf(await call(adminDepositsApi.list, { query, signal }));
    },
  });
  return (
    <AdminList
      title={t('Web deposit invoices')}
      list={list}
      fields={fieldsOf(t)}
      columns={columnsOf(t)}
      rowKey={({ id }) => id}
      card={(deposit) => <DepositCard deposit={deposit} />}
      emptyText={t('No deposit invoices')}
      statistics={
        <Statistics
          label={t('Deposit statistics')}
          rows={[{ label: t('Customer deposits'), values: statistics.data && depositFigures(statistics.data) }]}
          failure={failureOf(statistics)}
        />
      }
    />
  );
}
