import type { StoreDetails } from '@stablegate/contract';
import { Button, EmptyState, Skeleton, TabPanel, Tabs } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Store as StoreIcon } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../lib/api/api-error';
import { storeQuery } from '../../lib/api/stores.queries';
import { CardSkeletons } from '../../lib/lists/card-skeletons';
import { LoadError } from '../../lib/lists/load-error';
import { usePageTitle } from '../../lib/page-title';
import { useScreenTabs } from '../../lib/screen';
import { useMayEach } from '../../lib/session/use-may';
import { NOTHING } from '../../lib/time/read-time';
import { MerchantId } from './copyable';
import { OwnStoreProvider, useOwnStore } from './own-store';
import { StoreStatus } from './store-status';
import './stores.css';
import { useTranslation } from '../../lib/i18n/texts';

export default function ManageStoreScreen() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return (
    <>
      <BackButton />
      {id === '' ? <NoSuchStore /> : <LoadedStore key={id} id={id} />}
    </>
  );
}

function BackButton() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  // A page opened in a new tab has no predecessor; Back then leads to the list.
  const back = () => void (window.history.length === 1 ? navigate('/merchants') : navigate(-1));
  return (
    <Button
      variant="ghost"
      size="sm"
      className="store-back"
      icon={<ArrowLeft className="icon-sm flip" aria-hidden="true" />}
      onClick={back}
    >
      {t('Back')}
    </Button>
  );
}

const isAbsent = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 422);

function LoadedStore({ id }: { id: string }) {
  const { t } = useTranslation();
  const details = useQuery(storeQuery(id));
  const { tab } = useTab();
  if (details.data !== undefined) {
    return (
      <OwnStoreProvider value={details.data}>
        <StoreHead {...details.data} />
        <StoreTabs />
      </OwnStoreProvider>
    );
  }
  if (details.isPending) {
    return (
      <>
        <HeadSkeleton title={t('Merchant')} />
        <TabsSkeleton />
        <div className="pt-6">
          <CardSkeletons {...tab?.skeleton} />
        </div>
      </>
    );
  }
  if (isAbsent(details.error)) return <NoSuchStore />;
  return <LoadError isPage title={t('This merchant could not be loaded')} read={details} />;
}

const StoreHead = ({ store, wallets }: StoreDetails) => {
  const { t } = useTranslation();
  return (
    <div className="store-head">
      <span className="avatar avatar-square store-avatar" aria-hidden="true">
        {[...store.name][0]?.toLocaleUpperCase()}
      </span>
      <div className="min-w-0">
        <div className="store-name">
          <h1 className="page-title">{store.name || NOTHING}</h1>
          <StoreStatus status={store.status} hasAddress={wallets.length > 0} />
        </div>
        <div className="store-facts num text-caption text-muted">
          <span>
            {t('Merchant ID')} <MerchantId value={store.merchantId} />
          </span>
          {store.invoiceExpiryMinutes > 0 && (
            <span>{t('Invoices expire after {{minutes}} minutes', { minutes: store.invoiceExpiryMinutes })}</span>
          )}
        </div>
      </div>
    </div>
  );
};

function useTab() {
  const may = useMayEach();
  const tabs = useScreenTabs('/manage-merchant').filter(({ permission }) => permission === undefined || may(permission));
  const [search, setSearch] = useSearchParams();
  return { tab: tabs.find(({ value }) => value === search.get('tab')) ?? tabs[0], tabs, setSearch };
}

function StoreTabs() {
  const { t } = useTranslation();
  const { store, wallets } = useOwnStore();
  const { tab, tabs, setSearch } = useTab();
  usePageTitle(tab === undefined ? '' : t(tab.label), store.name);
  if (tab === undefined) return null;
  // Tabs replace each other in the history, so that Back leads to the previous page.
  const choose = (value: string) => setSearch({ id: store.id, tab: value }, { replace: true });
  return (
    <Tabs
      label={store.name}
      value={tab.value}
      onChange={choose}
      items={tabs.map(({ value, label }) => ({ value, label: t(label), ...(value === 'addresses' && { count: wallets.length }) }))}
    >
      <TabPanel value={tab.value} className="pt-6">
        <Suspense fallback={<CardSkeletons {...tab.skeleton} />}>
          <tab.Panel />
        </Suspense>
      </TabPanel>
    </Tabs>
  );
}

const HeadSkeleton = ({ title }: { title: string }) => (
  <div className="store-head" aria-busy="true">
    <h1 className="sr-only">{title}</h1>
    <Skeleton shape="square" />
    <div className="grid gap-3 py-1">
      <Skeleton width="lg" />
      <Skeleton width="lg" />
      {/* On a phone the status and the expiry are lines of their own. */}
      <Skeleton width="lg" className="phone-only" />
      <Skeleton width="lg" className="phone-only" />
    </div>
  </div>
);

const TabsSkeleton = () => (
  <div className="flex gap-6 py-3">
    <Skeleton width="lg" />
    <Skeleton width="md" />
    <Skeleton width="md" />
    <Skeleton width="sm" />
    <Skeleton width="sm" />
  </div>
);

function NoSuchStore() {
  const { t } = useTranslation();
  usePageTitle(t('Merchants'));
  return (
    <EmptyState
      icon={<StoreIcon className="icon-lg" aria-hidden="true" />}
      title={<h1>{t('This merchant does not exist')}</h1>}
      text={t('It may have been deleted, or the link is incomplete.')}
      actions={
        <Button asChild>
          <Link to="/merchants">{t('All merchants')}</Link>
        </Button>
      }
    />
  );
}
