import { Button, DataTable, EmptyState, Notice, Tooltip } from '@stablegate/ui';
import type { TFunction } from 'i18next';
import { Eye, Plus, ReceiptText, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { detailsHref, InvoiceCard, invoiceColumns } from '../../lib/lists/invoice-columns';
import { LoadError } from '../../lib/lists/load-error';
import { isFiltered } from '../../lib/lists/url-filters';
import { fullTime } from '../../lib/time/local-time';
import { filterSchema, NO_FILTERS } from './invoice-filters';
import { InvoicePager } from './invoice-pager';
import type { InvoiceListState, UrlFilters } from './use-invoice-list';

export type InvoiceListProps = { list: InvoiceListState; url: UrlFilters; onCreate: () => void };

const columnsOf = (t: TFunction, first: number) => [
  ...invoiceColumns(t, first),
  {
    id: 'actions',
    header: '',
    headerLabel: t('Actions'),
    align: 'end' as const,
    skeleton: 'xs' as const,
    cell: ({ transId, name }: { transId: string; name: string }) => <ViewButton transId={transId} name={name} />,
  },
];

function ViewButton({ transId, name }: { transId: string; name: string }) {
  const { t } = useTranslation();
  return (
    <Tooltip text={t('View')}>
      <Link to={detailsHref(transId)} className="icon-btn" aria-label={t('View {{name}}', { name })}>
        <Eye className="icon" aria-hidden="true" />
      </Link>
    </Tooltip>
  );
}

export function InvoiceList({ list, url: { filters, setFilters }, onCreate }: InvoiceListProps) {
  const { t } = useTranslation();
  const { query, rows } = list;
  if (query.isError && rows === undefined) {
    return (
      <LoadError
        title={t('Your invoices could not be loaded')}
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  const nameOf = (transId: string) => rows?.find((row) => row.transId === transId)?.name ?? transId;
  const searchedFrom = query.data?.searchedFrom;
  return (
    <>
      {searchedFrom !== undefined && (
        <div className="invoices-searched">
          <Notice tone="info" role="status">
            {t('The search took too long and went back to {{time}} only. Narrow the filters, or choose a period to find older ones.', {
              time: fullTime(new Date(searchedFrom)),
            })}
          </Notice>
        </div>
      )}
      <DataTable
        caption={t('Merchant Invoice')}
        columns={columnsOf(t, filters.page * filters.size)}
        rows={rows}
        rowKey={({ transId }) => transId}
        card={(invoice) => <InvoiceCard invoice={invoice} />}
        isRefetching={query.isPlaceholderData}
        skeletonRows={filters.size > 10 ? 20 : 10}
        {...(list.isSelecting && {
          selection: {
            selected: list.selected,
            onChange: list.setSelected,
            labels: { all: t('Select all on this page'), row: (transId: string) => t('Select {{name}}', { name: nameOf(transId) }) },
          },
        })}
        empty={
          isFiltered(filterSchema, filters) ? <NoMatches onClear={() => setFilters(NO_FILTERS)} /> : <NothingYet onCreate={onCreate} />
        }
        footer={list.total > 0 && <InvoicePager list={list} filters={filters} onChange={setFilters} />}
      />
    </>
  );
}

function NoMatches({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      bare
      icon={<SearchX className="icon-lg" aria-hidden="true" />}
      title={t('No invoices found')}
      text={t('Try adjusting your search or filters')}
      actions={<Button onClick={onClear}>{t('Clear all')}</Button>}
    />
  );
}

function NothingYet({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      bare
      icon={<ReceiptText className="icon-lg" aria-hidden="true" />}
      title={t('No invoices yet')}
      text={t('Create one here, or with the API from your shop.')}
      actions={
        <>
          <Button icon={<Plus className="icon" aria-hidden="true" />} onClick={onCreate}>
            {t('Create invoice')}
          </Button>
          <Button asChild>
            <Link to="/api">{t('API Documentation')}</Link>
          </Button>
        </>
      }
    />
  );
}
