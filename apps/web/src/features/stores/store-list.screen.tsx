import type { Store } from '@stablegate/contract';
import { PAGE_SIZE_DEFAULT } from '@stablegate/rules';
import { Button, IconButton, TextInput } from '@stablegate/ui';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Plus, Search, Store as StoreIcon, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { storesQuery } from '../../lib/api/stores.queries';
import { ExposedMerchants } from '../../lib/exposed-secrets';
import { localList } from '../../lib/lists/list-state';
import { ListView } from '../../lib/lists/list-view';
import { hasFailed } from '../../lib/lists/load-error';
import { useUrlFilters } from '../../lib/lists/url-filters';
import { useUrlFlag } from '../../lib/lists/url-flag';
import { usePageTitle } from '../../lib/page-title';
import { IfMay } from '../../lib/session/if-may';
import { AddStoreDialog } from './add-store-dialog';
import { StoreCard, storeColumns } from './store-row';
import { findStores } from './store-rules';
import { StoreStats } from './store-stats';
import './stores.css';
import { useTranslation } from '../../lib/i18n/texts';

/** Specification 1, section 9: ten per page, pages counted from 1. */
const filterSchema = z.object({ search: z.string().optional(), page: z.coerce.number().int().min(1).default(1) });

export default function StoreListScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Merchants'));
  const adding = useUrlFlag('new');
  const stores = useQuery(storesQuery);
  const addButton = (
    <IfMay permission="stores">
      <Button variant="primary" icon={<Plus className="icon" aria-hidden="true" />} onClick={adding.open}>
        {t('Add New Merchant')}
      </Button>
    </IfMay>
  );
  return (
    <>
      <div className="page-head">
        <h1 className="page-title">{t('Merchants')}</h1>
        {stores.data?.length !== 0 && addButton}
      </div>
      <ExposedMerchants stores={stores.data} />
      <StoreList stores={stores} addButton={addButton} />
      <AddStoreDialog open={adding.isOpen} onClose={adding.close} />
    </>
  );
}

function StoreList({ stores, addButton }: { stores: UseQueryResult<readonly Store[]>; addButton: ReactNode }) {
  const { t } = useTranslation();
  const { filters, setFilters } = useUrlFilters(filterSchema);
  // The box has its own copy: the URL follows in a transition, which would drop characters of fast typing.
  const [typed, setTyped] = useState(filters.search ?? '');
  const find = (search: string) => {
    setTyped(search);
    setFilters({ search });
  };
  const isEmpty = stores.data?.length === 0;
  const list = localList(
    stores,
    stores.data && findStores(stores.data, typed),
    { isFiltered: typed !== '' && !isEmpty, clear: () => find('') },
    { page: filters.page - 1, size: PAGE_SIZE_DEFAULT, goTo: ({ page = 0 }) => setFilters({ page: page + 1 }) },
  );
  return (
    <>
      {!isEmpty && !hasFailed(stores) && (
        <>
          <StoreStats stores={stores.data} />
          <SearchBox typed={typed} onType={find} found={list.rows && list.total} />
        </>
      )}
      <ListView
        list={list}
        failure={t('Your merchants could not be loaded')}
        look={{
          caption: t('Merchants'),
          columns: storeColumns(t),
          rowKey: ({ id }) => id,
          card: (store) => <StoreCard store={store} />,
          skeletonRows: 5,
          cardLines: 4,
        }}
        empty={{
          icon: <StoreIcon className="icon-lg" aria-hidden="true" />,
          title: t('No merchants yet'),
          text: t('Add your first merchant to get an API key and take USDT payments.'),
          actions: addButton,
        }}
        noMatch={{
          title: t('No merchants found'),
          text: t('No name or merchant ID matches your search.'),
          clearLabel: t('Clear search'),
        }}
        pager={{
          summary: (figures) =>
            list.total === 1 ? t('Showing 1 to 1 of 1 merchant') : t('Showing {{from}} to {{to}} of {{total}} merchants', figures),
        }}
      />
    </>
  );
}

function SearchBox({ typed, onType, found }: { typed: string; onType: (text: string) => void; found: number | undefined }) {
  const { t } = useTranslation();
  const clear = (
    <IconButton label={t('Clear')} tooltip={false} icon={<X className="icon-sm" aria-hidden="true" />} onClick={() => onType('')} />
  );
  return (
    <div className="merchant-tools">
      <TextInput
        type="search"
        className="merchant-search"
        start={<Search className="icon text-subtle" aria-hidden="true" />}
        aria-label={t('Search by name or merchant ID')}
        placeholder={t('Name or merchant ID')}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        {...(typed !== '' && { end: clear })}
      />
      <span className="sr-only" role="status">
        {typed !== '' && found !== undefined && (found === 1 ? t('1 merchant found') : t('{{found}} merchants found', { found }))}
      </span>
    </div>
  );
}
