import { adminApi } from '@stablegate/contract';
import type { Column } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/api';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { failureOf } from '../../../lib/lists/load-error';
import { AdminAmount } from '../list/admin-amount';
import { AdminList } from '../list/admin-list';
import { AdminTime } from '../list/admin-time';
import { NOTHING } from '../list/expandable-text';
import { userFigures } from '../list/figures';
import type { FilterField } from '../list/filter-form';
import { Statistics } from '../list/statistics';
import { userStatisticsQuery } from '../list/statistics.queries';
import { useAdminList, withPaging } from '../list/use-admin-list';
import { EndSessions } from './end-sessions';
import { readUser, type UserRow } from './read-user';

const schema = withPaging(adminApi.users.query);
/** The back office's six decimals. */
const DECIMALS = 6;

const fieldsOf = (t: TFunction): readonly FilterField[] => [
  { kind: 'text', name: 'username', label: t('Username') },
  { kind: 'text', name: 'ip', label: t('IP address') },
  {
    kind: 'choice',
    name: 'role',
    label: t('Role'),
    options: [
      { value: 'ADMIN', label: 'ADMIN' },
      { value: 'USER', label: 'USER' },
    ],
  },
  {
    kind: 'days',
    from: { name: 'createFrom', label: t('Registered from') },
    to: { name: 'createTo', label: t('to') },
  },
];

const Dollars = ({ value }: { value: string }) => <AdminAmount value={value} decimals={DECIMALS} dollars />;
const Address = ({ ip }: { ip: string | null }) =>
  ip === null ? <span className="text-subtle">{NOTHING}</span> : <span className="mono">{ip}</span>;

const columnsOf = (t: TFunction): readonly Column<UserRow>[] => [
  {
    id: 'username',
    header: t('Username'),
    isRowHeader: true,
    cell: ({ username }) => <span className="font-medium">{username}</span>,
  },
  { id: 'ip', header: t('IP address'), cell: ({ ip }) => <Address ip={ip} /> },
  { id: 'balance', header: t('Balance'), align: 'end', cell: ({ balance }) => <Dollars value={balance} /> },
  { id: 'deposit', header: t('Total deposits'), align: 'end', cell: ({ totalDeposit }) => <Dollars value={totalDeposit} /> },
  { id: 'role', header: t('Role'), cell: ({ roles }) => roles },
  { id: 'created', header: t('Registered'), cell: ({ createDate }) => <AdminTime at={createDate} /> },
  { id: 'sessions', header: t('End sessions'), align: 'end', cell: (user) => <EndSessions user={user} /> },
];

function UserCard({ user }: { user: UserRow }) {
  const { t } = useTranslation();
  return (
    <>
      <span className="truncate font-medium">{user.username}</span>
      <span className="justify-self-end">
        <Dollars value={user.balance} />
      </span>
      <span className="text-caption text-muted">
        <AdminTime at={user.createDate} />
      </span>
      <span className="dotted justify-self-end text-caption text-muted">
        <span>{user.roles}</span>
        <span>
          <Address ip={user.ip} />
        </span>
      </span>
      <span className="col-span-2 text-caption text-muted">
        {t('Total deposits')} <Dollars value={user.totalDeposit} />
      </span>
      <span className="col-span-2">
        <EndSessions user={user} />
      </span>
    </>
  );
}

export default function UsersScreen() {
  const { t } = useTranslation();
  const statistics = useQuery(userStatisticsQuery);
  const list = useAdminList({
    name: 'users',
    schema,
    load: async (query, signal) => {
      const { users, ...paging } = (await call(adminApi.users, { query, signal })).data;
      return { content: users.map(readUser), ...paging };
    },
  });
  return (
    <AdminList
      title={t('User management')}
      subtitle={t('Registered customers')}
      list={list}
      fields={fieldsOf(t)}
      columns={columnsOf(t)}
      rowKey={({ id }) => id}
      card={(user) => <UserCard user={user} />}
      emptyText={t('No users')}
      statistics={
        <Statistics
          label={t('Registration statistics')}
          rows={[{ label: t('Users'), values: statistics.data && userFigures(statistics.data) }]}
          firstLabel={t('Total users')}
          failure={failureOf(statistics)}
        />
      }
    />
  );
}
