import type { InboxTransfer } from '@stablegate/contract';
import { EmptyState, Select, Skeleton, TabPanel, Tabs } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Inbox } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { storesQuery } from '../../lib/api/stores.queries';
import { LoadError } from '../../lib/lists/load-error';
import { useUrlFilters } from '../../lib/lists/url-filters';
import { usePageTitle } from '../../lib/page-title';
import { filterSchema, TABS, type TransferFilters, type TransferTab } from './transfer-filters';
import { TransferItem } from './transfer-item';
import { TransferPager } from './transfer-pager';
import { transfersQuery } from './transfers.queries';
import './transfers.css';

const tabWord = (t: TFunction, tab: TransferTab): string =>
  ({
    unmatched: t('Unmatched'),
    seen: t('Being confirmed'),
    matched: t('Assigned'),
    ignored: t('Dismissed'),
    reorged: t('Taken back'),
    all: t('All'),
  })[tab];

export default function TransfersScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Unmatched transfers'));
  const { filters, setFilters } = useUrlFilters(filterSchema);
  const transfers = useQuery(transfersQuery(filters));
  const isShown = transfers.data !== undefined && !transfers.isPlaceholderData;
  const count = isShown ? transfers.data.totalElements : undefined;
  return (
    <>
      <div className="page-head">
        <h1 className="page-title">{t('Unmatched transfers')}</h1>
        <StoreSelect value={filters.storeId} onChange={(storeId) => setFilters({ storeId })} />
      </div>
      <p className="transfers-intro">
        {t('USDT that came to your addresses and fits no invoice exactly. It is yours already; here you say what it was for.')}
      </p>
      <Tabs
        label={t('Status')}
        value={filters.state}
        onChange={(state) => setFilters({ state })}
        items={TABS.map((tab) => ({ value: tab, label: tabWord(t, tab), ...(tab === filters.state && { count }) }))}
      >
        <TabPanel value={filters.state}>
          {transfers.isError && transfers.data === undefined ? (
            <div className="mt-4">
              <LoadError
                title={t('Your transfers could not be loaded')}
                error={transfers.error}
                onRetry={() => void transfers.refetch()}
                isRetrying={transfers.isFetching}
              />
            </div>
          ) : (
            <TransferList transfers={transfers.data?.content} filters={filters} />
          )}
          {transfers.data !== undefined && (
            <TransferPager
              total={transfers.data.totalElements}
              shown={transfers.data.content.length}
              filters={filters}
              onChange={setFilters}
            />
          )}
        </TabPanel>
      </Tabs>
    </>
  );
}

const ALL_STORES = 'all';

function StoreSelect({ value, onChange }: { value: string | undefined; onChange: (storeId: string | undefined) => void }) {
  const { t } = useTranslation();
  const { data: stores = [] } = useQuery(storesQuery);
  if (stores.length < 2 && value === undefined) return null;
  return (
    <Select
      label={t('Merchant')}
      className="transfers-store"
      value={value ?? ALL_STORES}
      onChange={(chosen) => onChange(chosen === ALL_STORES ? undefined : chosen)}
      options={[{ value: ALL_STORES, label: t('All merchants') }, ...stores.map(({ id, name }) => ({ value: id, label: name }))]}
    />
  );
}

function TransferList({ transfers, filters }: { transfers: readonly InboxTransfer[] | undefined; filters: TransferFilters }) {
  if (transfers === undefined) return <ListSkeleton />;
  if (transfers.length === 0) return <Nothing state={filters.state} />;
  return (
    <ul className="transfers">
      {transfers.map((transfer) => (
        <TransferItem key={transfer.id} transfer={transfer} />
      ))}
    </ul>
  );
}

function Nothing({ state }: { state: TransferFilters['state'] }) {
  const { t } = useTranslation();
  const isInbox = state === 'unmatched';
  return (
    <div className="mt-4">
      <EmptyState
        icon={<Inbox className="icon-lg" aria-hidden="true" />}
        title={isInbox ? t('Nothing to sort out') : t('No transfers here')}
        text={isInbox ? t('Every transfer to your addresses belongs to an invoice.') : t('Other tabs or merchants may have some.')}
      />
    </div>
  );
}

const ListSkeleton = () => (
  <div className="transfers" aria-busy="true">
    {['first', 'second', 'third'].map((key) => (
      <div key={key} className="card grid gap-4 p-4">
        <Skeleton width="lg" />
        <Skeleton width="full" />
        <Skeleton width="md" />
      </div>
    ))}
  </div>
);
