import { type AdminStore, adminApi } from '@stablegate/contract';
import type { Column } from '@stablegate/ui';
import { call } from '../../../lib/api/api';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { AdminList } from '../list/admin-list';
import { NOTHING } from '../list/expandable-text';
import type { FilterField } from '../list/filter-form';
import { useAdminList, withPaging } from '../list/use-admin-list';

const schema = withPaging(adminApi.stores.query);

const fieldsOf = (t: TFunction): readonly FilterField[] => [
  { kind: 'text', name: 'merchantId', label: t('Merchant ID') },
  { kind: 'text', name: 'name', label: t('Merchant name') },
  { kind: 'text', name: 'username', label: t('Owner') },
];

function Owner({ store }: { store: AdminStore }) {
  const { t } = useTranslation();
  return store.user?.username || <span className="text-subtle">{t('Unknown')}</span>;
}

const columnsOf = (t: TFunction): readonly Column<AdminStore>[] => [
  {
    id: 'merchantId',
    header: t('Merchant ID'),
    isRowHeader: true,
    cell: ({ merchantId }) => <span className="mono">{merchantId || NOTHING}</span>,
  },
  { id: 'name', header: t('Merchant name'), cell: ({ name }) => <span className="font-medium">{name || NOTHING}</span> },
  { id: 'owner', header: t('Owner'), cell: (store) => <Owner store={store} /> },
];

export default function StoresScreen() {
  const { t } = useTranslation();
  const list = useAdminList({
    name: 'stores',
    schema,
    load: async (query, signal) => {
      const { stores, ...paging } = (await call(adminApi.stores, { query, signal })).data;
      return { content: stores, ...paging };
    },
  });
  return (
    <AdminList
      title={t('Merchant list')}
      subtitle={t('Merchants of all customers')}
      hasTimes={false}
      list={list}
      fields={fieldsOf(t)}
      columns={columnsOf(t)}
      rowKey={({ id }) => id}
      card={(store) => (
        <>
          <span className="truncate font-medium">{store.name}</span>
          <Owner store={store} />
          <span className="mono text-caption text-muted">{store.merchantId}</span>
        </>
      )}
      emptyText={t('No merchants')}
    />
  );
}
