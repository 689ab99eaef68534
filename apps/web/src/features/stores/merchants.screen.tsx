import type { Store } from '@stablegate/contract';
import { Button, DataTable, EmptyState, IconButton, Pagination, TextInput } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { Plus, Search, SearchX, Store as StoreIcon, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { storesQuery } from '../../lib/api/stores.queries';
import { LoadError } from '../../lib/lists/load-error';
import { useUrlFilters } from '../../lib/lists/url-filters';
import { useUrlFlag } from '../../lib/lists/url-flag';
import { usePageTitle } from '../../lib/page-title';
import { AddMerchantDialog } from './add-merchant-dialog';
import { findMerchants, PAGE_SIZE, pageOf } from './find-merchants';
import { MerchantCard, merchantColumns } from './merchant-row';
import { MerchantStats } from './merchant-stats';
import './stores.css';

/** Specification 1, section 9: the pages of merchants are counted from 1. */
const filterSchema = z.object({ search: z.string().optional(), page: z.coerce.number().int().min(1).default(1) });

export default function MerchantsScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Merchants'));
  const adding = useUrlFlag('new');
  const merchants = useQuery(storesQuery);
  const isEmpty = merchants.data?.length === 0;
  const addButton = (
    <Button variant="primary" icon={<Plus className="icon" aria-hidden="true" />} onClick={adding.open}>
      {t('Add New Merchant')}
    </Button>
  );
  return (
    <>
      <div className="page-head">
        <h1 className="page-title">{t('Merchants')}</h1>
        {!isEmpty && addButton}
      </div>
      {merchants.isError && merchants.data === undefined ? (
        <LoadError
          title={t('Your merchants could not be loaded')}
          error={merchants.error}
          onRetry={() => void merchants.refetch()}
          isRetrying={merchants.isFetching}
        />
      ) : isEmpty ? (
        <EmptyState
          icon={<StoreIcon className="icon-lg" aria-hidden="true" />}
          title={t('No merchants yet')}
          text={t('Add your first merchant to get an API key and take USDT payments.')}
          actions={addButton}
        />
      ) : (
        <>
          <MerchantStats merchants={merchants.data} />
          <MerchantTable merchants={merchants.data} />
        </>
      )}
      <AddMerchantDialog open={adding.isOpen} onClose={adding.close} />
    </>
  );
}

function MerchantTable({ merchants }: { merchants: readonly Store[] | undefined }) {
  const { t } = useTranslation();
  const { filters, setFilters } = useUrlFilters(filterSchema);
  // The box has its own copy: the address follows in a transition, which would let fast typing stumble.
  const [typed, setTyped] = useState(filters.search ?? '');
  const find = (search: string) => {
    setTyped(search);
    setFilters({ search });
  };
  const found = merchants && findMerchants(merchants, typed);
  const paged = found && pageOf(found, filters.page);
  return (
    <>
      <div className="merchant-tools">
        <TextInput
          type="search"
          className="merchant-search"
          start={<Search className="icon text-subtle" aria-hidden="true" />}
          aria-label={t('Search by name or merchant ID')}
          placeholder={t('Name or merchant ID')}
          value={typed}
          onChange={(event) => find(event.target.value)}
          {...(typed !== '' && { end: <ClearButton onClick={() => find('')} /> })}
        />
        <span className="sr-only" role="status">
          {typed !== '' && found !== undefined && t('{{found}} merchants found', { found: found.length })}
        </span>
      </div>
      <DataTable
        caption={t('Merchants')}
        columns={merchantColumns(t)}
        rows={paged?.shown}
        rowKey={({ id }) => id}
        card={(store) => <MerchantCard store={store} />}
        skeletonRows={5}
        empty={<NoMatches onClear={() => find('')} />}
        footer={
          paged !== undefined && paged.to > 0 && <Pager {...paged} total={found?.length ?? 0} onPage={(page) => setFilters({ page })} />
        }
      />
    </>
  );
}

function ClearButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return <IconButton label={t('Clear')} tooltip={false} icon={<X className="icon-sm" aria-hidden="true" />} onClick={onClick} />;
}

function NoMatches({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      bare
      icon={<SearchX className="icon-lg" aria-hidden="true" />}
      title={t('No merchants found')}
      text={t('No name and no merchant ID matches your search.')}
      actions={<Button onClick={onClear}>{t('Clear search')}</Button>}
    />
  );
}

type PagerProps = { page: number; pageCount: number; from: number; to: number; total: number; onPage: (page: number) => void };

function Pager({ page, pageCount, from, to, total, onPage }: PagerProps) {
  const { t } = useTranslation();
  const summary = t('Showing {{from}} to {{to}} of {{total}} merchants', { from, to, total });
  // One page needs no buttons, only the count.
  if (total <= PAGE_SIZE) return <div className="pager num">{summary}</div>;
  return (
    <Pagination
      page={page - 1}
      pageCount={pageCount}
      onPage={(index) => onPage(index + 1)}
      summary={summary}
      labels={{
        nav: t('Pages'),
        previous: t('Previous page'),
        next: t('Next page'),
        page: (number) => t('Page {{number}}', { number }),
      }}
    />
  );
}
